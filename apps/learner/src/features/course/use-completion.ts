import type { OutlineLesson } from '@rookies/data/courses/outline'
import { useQueryClient } from '@tanstack/react-query'
import { changeCompletion } from '../../shared/completion'
import { useData } from '../../shared/data-context'

/**
 * Marking a lesson complete and taking it back: shown at once, queued in the browser, sent when it
 * can be, rolled back with the words of the catalogue when it is refused (rules/learning#complete). What waits is in `useWaiting`.
 */
export function useCompletion(slug: string): {
  complete: (lesson: OutlineLesson) => void
  undo: (lesson: OutlineLesson) => void
} {
  const client = useData()
  const queries = useQueryClient()
  return {
    complete: (lesson) => changeCompletion({ client, queries, slug, lesson }, true),
    undo: (lesson) => changeCompletion({ client, queries, slug, lesson }, false),
  }
}
