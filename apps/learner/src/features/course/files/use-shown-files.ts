import type { LessonBody } from '@rookies/data/course-viewing/lesson-query'
import { showFiles } from '@rookies/ui/markdown/show-files'
import type { EnlargedPicture } from '@rookies/ui/markdown/text-file'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFileAddresses } from './use-file-addresses'

interface ShownFiles<E extends HTMLElement> {
  root: RefObject<E | null>
  enlarged: EnlargedPicture | null
  setEnlarged: (picture: EnlargedPicture | null) => void
}

/** Sets the address of each element below `root` that names a file of the lesson, as in a lesson's text. */
export function useShownFiles<E extends HTMLElement>(lesson: LessonBody): ShownFiles<E> {
  const root = useRef<E>(null)
  const [enlarged, setEnlarged] = useState<EnlargedPicture | null>(null)
  const read = useEffectEvent(useFileAddresses(lesson))
  const { lesson_attachments, lesson_files } = lesson

  // The effect runs again for other files, because then the elements are others.
  useEffect(() => {
    const { current } = root
    const nothing = lesson_files.length + lesson_attachments.length === 0
    return current && !nothing
      ? showFiles(current, (failed) => read(failed), setEnlarged)
      : undefined
  }, [lesson_attachments, lesson_files])

  return { root, enlarged, setEnlarged }
}
