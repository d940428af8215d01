import { toDataError } from '../errors'
import type { Bell } from './bell'
import { bellFailure, MARK_ALL_FAILED, MARK_ONE_FAILED, markedMessage } from './messages'
import type { NoticeType } from './notice'

/** Shows the messages about an action. */
interface Feedback {
  succeeded: (text: string) => void
  failed: (text: string) => void
}

/**
 * Creates the person's actions in the bell. Each shows a message about its success or failure
 * (rules/interface#messages).
 */
export function bellActions(bell: Bell, say: Feedback) {
  return {
    markRead: (id: string) => {
      bell.markRead(id).catch((error) => say.failed(bellFailure(error, MARK_ONE_FAILED)))
    },
    markAllRead: () => {
      bell.markAllRead().then(
        (marked) => say.succeeded(markedMessage(marked)),
        (error: unknown) => say.failed(bellFailure(error, MARK_ALL_FAILED)),
      )
    },
    mute: (type: NoticeType, muted: boolean) => {
      bell
        .mute(type, muted)
        .catch((error: unknown) => say.failed(bellFailure(error, toDataError(error).message)))
    },
    showOlder: () => bell.showOlder(),
    retry: () => bell.retry(),
  }
}
