import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { Toast } from '@rookies/data/toasts'
import { Button, type notification } from 'antd'
import { CircleAlert, CircleCheck, X } from 'lucide-react'

type Toasts = ReturnType<typeof notification.useNotification>[0]

/** Seconds for which a toast is shown. Errors stay longer, because the person has to act on them. */
const SECONDS = { success: 4, error: 8 }
/** Milliseconds for which a toast with Undo is shown. */
export const UNDO_MS = 1000 * SECONDS.error

/** antd draws the close icon as a link without an `href`; this role makes it a button for screen readers. */
const CLOSE = { closeIcon: <X aria-hidden="true" />, role: 'button', 'aria-label': 'Close' }

interface ShownToast {
  /** The sentence, or the heading if there is a description. */
  title: string
  text?: string
  failed: boolean
  /** Called by the button Undo, which the toast then has. */
  undo?: () => void
  /** Whether the toast is shown only after the latest one, which it would replace on a phone. */
  waits?: boolean
}

/** Shows a toast, and closes an earlier one of the same kind. Returns a function that closes the toast. */
export type ShowToast = (toast: ShownToast) => () => void

/**
 * Returns the function that shows toasts. Screen readers announce errors at once and successes later. Each toast has a
 * key of its own: with a key that was used before, antd would not announce the toast, and would close it too early.
 */
export function createShowToast(toasts: Toasts): ShowToast {
  const latest = new Map<string, string>()
  let count = 0
  /** The time at which the latest toast closes. */
  let freeAt = 0
  const open: ShowToast = ({ title, text, failed, undo }) => {
    const kind = `${failed ? 'error' : 'success'} ${title}`
    const earlier = latest.get(kind)
    if (earlier) toasts.destroy(earlier)
    count += 1
    const key = `${kind} ${count}`
    latest.set(kind, key)
    const close = () => toasts.destroy(key)
    const takeBack = () => {
      close()
      undo?.()
    }
    const seconds = failed || undo ? SECONDS.error : SECONDS.success
    freeAt = Date.now() + 1000 * seconds
    toasts.open({
      key,
      message: title,
      description: text,
      icon: failed ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />,
      className: failed ? 'toast toast-error' : 'toast toast-success',
      role: failed ? 'alert' : 'status',
      duration: seconds,
      pauseOnHover: true,
      closable: CLOSE,
      ...(undo && {
        actions: (
          <Button size="small" onClick={takeBack}>
            Undo
          </Button>
        ),
      }),
    })
    return close
  }
  return (toast) => {
    const wait = freeAt - Date.now()
    if (!toast.waits || wait <= 0) return open(toast)
    const timer = setTimeout(() => {
      close = open(toast)
    }, wait)
    let close = () => clearTimeout(timer)
    return () => close()
  }
}

/** Shows Refine's notifications as toasts. Refine calls the sentence `message` and the heading `description`. */
export function createNotificationProvider(toasts: Toasts, show: ShowToast): NotificationProvider {
  return {
    open: ({ message, description, type }) => {
      show({
        title: description ?? message,
        text: description ? message : undefined,
        failed: type === 'error',
      })
    },
    close: (key) => toasts.destroy(key),
  }
}

/** Converts a toast to the notification that Refine's hooks take. */
export function toast({ title, text }: Toast, type: 'success' | 'error'): OpenNotificationParams {
  return { type, message: text, description: title }
}
