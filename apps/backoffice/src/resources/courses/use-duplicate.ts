import type { Content } from '@rookies/data/course-editing/delete-content'
import type { Copy } from '@rookies/data/course-editing/duplicate-content'
import { COURSE_MESSAGES } from '@rookies/data/course-editing/messages'
import { newId } from '@rookies/data/device/new-id'
import { isTransient } from '@rookies/data/errors'
import type { Toast } from '@rookies/data/toasts'
import { useRef } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useEventCallback } from '../../ui/use-event-callback'

const TEXTS: Record<Content['kind'], { done: Toast; failed: Toast }> = {
  course: { done: COURSE_MESSAGES.duplicated, failed: COURSE_MESSAGES.duplicateFailed },
  module: { done: COURSE_MESSAGES.moduleDuplicated, failed: COURSE_MESSAGES.moduleDuplicateFailed },
  lesson: { done: COURSE_MESSAGES.lessonDuplicated, failed: COURSE_MESSAGES.lessonDuplicateFailed },
}

interface Duplicating {
  onCopy?: (copy: Copy) => void
  undo?: (copy: Content) => void
}

/**
 * Duplicates a course, module or lesson (rules/courses#duplicate). Each render returns the same `start`. `onCopy`
 * receives the copy. `undo` deletes the copy; if given, the toast offers Undo.
 */
export function useDuplicate({ onCopy, undo }: Duplicating) {
  const toasts = useToasts()
  /**
   * The operation ids of requests whose answer was lost, by content. A repeated request sends the same id, so that
   * there is only one copy (rules/data#idempotent).
   */
  const unanswered = useRef(new Map<string, string>())
  const { mutate, isPending } = useAct({
    act: (content: Content) => {
      const operationId = unanswered.current.get(content.id) ?? newId()
      unanswered.current.set(content.id, operationId)
      return { name: 'content/duplicate', input: { ...content, operationId } }
    },
    onSuccess: (copy, { kind, id }) => {
      unanswered.current.delete(id)
      toasts.succeeded(TEXTS[kind].done, undo && (() => undo({ kind, id: copy.id })))
      onCopy?.(copy)
    },
    onError: (error, { kind, id }) => {
      if (!isTransient(error)) unanswered.current.delete(id)
      toasts.failed(TEXTS[kind].failed)
    },
  })
  return { start: useEventCallback(mutate), busy: isPending }
}
