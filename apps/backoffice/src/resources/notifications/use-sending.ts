import { toDataError } from '@rookies/data/errors'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import type { NotificationToSend } from '@rookies/data/notifications/send-notification'
import { failureToast } from '@rookies/data/toasts'
import { useRef } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useNotificationsChanged } from './use-deleting'

/** Sends what was written, once however often it is pressed, and says how it went. */
export function useSending({ onSent, onFailed }: { onSent: () => void; onFailed: () => void }) {
  const toasts = useToasts()
  const changed = useNotificationsChanged()
  /** A second click can come before the first is drawn. */
  const busy = useRef(false)

  const { mutate, isPending, error, reset } = useAct({
    act: (notification: NotificationToSend) => ({
      name: 'notifications/send',
      input: notification,
    }),
    onSuccess: (_, { recipients }) => {
      onSent()
      toasts.succeeded(
        recipients.audience === 'global'
          ? NOTIFICATION_ADMIN_TOASTS.sentToAll
          : NOTIFICATION_ADMIN_TOASTS.sentToOne,
      )
    },
    onError: (cause, { recipients }) => {
      onFailed()
      const failed =
        recipients.audience === 'global'
          ? NOTIFICATION_ADMIN_TOASTS.sendToAllFailed
          : NOTIFICATION_ADMIN_TOASTS.sendFailed
      toasts.failed(failureToast(failed, toDataError(cause)))
    },
    onSettled: async () => {
      busy.current = false
      // Also after a failure: the answer alone may have been lost.
      await changed()
    },
  })

  const send = (notification: NotificationToSend) => {
    if (busy.current) return
    busy.current = true
    mutate(notification)
  }
  return { send, sending: isPending, error, reset }
}
