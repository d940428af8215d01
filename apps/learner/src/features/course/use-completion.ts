import { courseKeys } from '@rookies/data/courses/keys'
import type { CourseOutline, OutlineLesson } from '@rookies/data/courses/outline'
import { toDataError } from '@rookies/data/errors'
import { libraryKeys } from '@rookies/data/library/keys'
import { completeLesson, undoCompletion } from '@rookies/data/progress/commands'
import { completionFailure, isRefusal } from '@rookies/data/progress/failure'
import { markLesson } from '@rookies/data/progress/mark-lesson'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'
import { showError, showToast } from '../../ui/toast-store'

interface Change {
  lesson: OutlineLesson
  done: boolean
}

/**
 * Marking a lesson complete and taking it back: shown at once, rolled back with the words of the
 * catalogue when it could not be saved (product §4, §8; decisions §5). Changes are sent one after
 * another, so that an undo never overtakes what it undoes.
 */
export function useCompletion(slug: string): {
  complete: (lesson: OutlineLesson) => void
  undo: (lesson: OutlineLesson) => void
} {
  const client = useData()
  const queries = useQueryClient()

  const show = (lessonId: string, done: boolean) =>
    queries.setQueryData<CourseOutline | null>(courseKeys.outline(slug), (outline) =>
      outline ? markLesson(outline, lessonId, done) : outline,
    )

  const { mutate } = useMutation({
    scope: { id: `completions:${slug}` },
    mutationFn: ({ lesson, done }: Change) =>
      done ? completeLesson(client, lesson.id) : undoCompletion(client, lesson.id),
    onMutate: async ({ lesson, done }) => {
      await queries.cancelQueries({ queryKey: courseKeys.outline(slug) })
      show(lesson.id, done)
    },
    onError: (thrown, { lesson, done }) => {
      const error = toDataError(thrown)
      show(lesson.id, !done)
      showError(completionFailure(error))
      if (error.status === undefined) console.error(thrown)
      if (isRefusal(error)) void queries.invalidateQueries({ queryKey: courseKeys.all })
    },
    onSuccess: (_nothing, { lesson, done }) => {
      void queries.invalidateQueries({ queryKey: libraryKeys.all })
      if (!done) return
      showToast({
        tone: 'success',
        title: 'Lesson completed',
        message: lesson.title,
        action: { label: 'Undo', onSelect: () => mutate({ lesson, done: false }) },
      })
    },
  })

  return {
    complete: (lesson) => mutate({ lesson, done: true }),
    undo: (lesson) => mutate({ lesson, done: false }),
  }
}
