import type { OutboxMessages } from '@rookies/data/outbox/kind'
import { SAVED_WHEN_ONLINE } from '@rookies/data/sync/outbox-state'
import { dismissToast, showError, showToast } from '../ui/toast-store'

/** The number of the toast about each completed lesson, by the lesson's id. */
const toasts = new Map<string, number>()

/**
 * The messages about entries of the outbox. The message about a completion has a button that undoes it
 * (rules/learning#complete).
 */
export const outboxMessages: OutboxMessages = {
  completed: ({ id, title }, undo) => {
    const toast = showToast({
      tone: 'success',
      title: 'Lesson completed',
      message: navigator.onLine ? title : `${title}. ${SAVED_WHEN_ONLINE}`,
      action: { label: 'Undo', onSelect: undo },
    })
    toasts.set(id, toast)
  },
  takenBack: (lessonId) => {
    const toast = toasts.get(lessonId)
    if (toast !== undefined) dismissToast(toast)
    toasts.delete(lessonId)
  },
  failed: showError,
  told: (message, about = 'Your notes') => showToast({ tone: 'info', title: about, message }),
  accountClosed: (notice) => showToast({ tone: 'error', ...notice }),
}
