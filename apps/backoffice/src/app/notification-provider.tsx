import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { Toast } from '@rookies/data/catalogue/messages'
import type { notification } from 'antd'
import { CircleAlert, CircleCheck, X } from 'lucide-react'

type Toasts = ReturnType<typeof notification.useNotification>[0]

/** Errors stay longer: they ask for something to be done. */
const SECONDS = { success: 4, error: 8 }

/** antd draws the cross as a link without a target; it is a button to whoever listens. */
const CLOSE = { closeIcon: <X aria-hidden="true" />, role: 'button', 'aria-label': 'Close' }

/**
 * Refine's notifications as toasts. Refine calls the sentence `message` and the title above it
 * `description`; a toast without a title shows its sentence alone. Errors interrupt a screen reader,
 * successes wait for their turn.
 */
export function createNotificationProvider(toasts: Toasts): NotificationProvider {
  return {
    open: ({ key, message, description, type }) => {
      const failed = type === 'error'
      toasts.open({
        key,
        message: description ?? message,
        description: description ? message : undefined,
        icon: failed ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />,
        className: failed ? 'toast toast-error' : 'toast toast-success',
        role: failed ? 'alert' : 'status',
        duration: failed ? SECONDS.error : SECONDS.success,
        pauseOnHover: true,
        closable: CLOSE,
      })
    },
    close: (key) => toasts.destroy(key),
  }
}

/** A catalogued text in the form in which Refine's hooks take it. */
export function toast({ title, text }: Toast, type: 'success' | 'error'): OpenNotificationParams {
  return { type, message: text, description: title }
}
