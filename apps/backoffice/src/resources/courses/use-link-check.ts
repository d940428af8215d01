import type { CheckedLink } from '@rookies/data/course-editing/course-check'
import { useState } from 'react'
import { useAct } from '../../app/use-act'

/** Checks a course's links, and keeps the results as long as the screen is open (rules/courses#check-links). */
export function useLinkCheck(courseId: string) {
  /** Null before the first check. */
  const [links, setLinks] = useState<readonly CheckedLink[] | null>(null)
  const { mutate, isPending, error } = useAct({
    act: () => ({ name: 'courses/check_links', input: { id: courseId } }),
    onSuccess: (answer) => setLinks(answer.links),
  })
  return { links, start: () => mutate(), busy: isPending, error }
}

export type LinkCheck = ReturnType<typeof useLinkCheck>
