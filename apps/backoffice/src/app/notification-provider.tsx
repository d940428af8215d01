import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { Toast } from '@rookies/data/toasts'
import { Button, type notification } from 'antd'
import { CircleAlert, CircleCheck, X } from 'lucide-react'

type Toasts = ReturnType<typeof notification.useNotification>[0]

/** Errors stay longer, because the person has to act on them. */
const SECONDS = { success: 4, error: 8 }
/** Milliseconds for which a toast with Undo is shown. */
export const UNDO_MS = 1000 * SECONDS.error

/** antd draws the close icon as a link without an href; this makes it a button for screen readers. */
const CLOSE = { closeIcon: <X aria-hidden="true" />, role: 'button', 'aria-label': 'Close' }

interface ShownToast {
  /** The sentence, or the heading if there is a description. */
  title: string
  text?: string
  failed: boolean
  /** Undoes the act; offered as long as the toast is open. */
  undo?: () => void
  /** Waits until the latest toast has had its time, because on a phone this one would take its place. */
  waits?: boolean
}

/** Shows a toast, and closes an earlier one of the same kind. Returns a function that closes the toast. */
export type ShowToast = (toast: ShownToast) => () => void

/**
 * A toast without a title shows its sentence alone. Screen readers announce errors at once and successes later.
 * Each toast has its own key: under a key that is used again, antd would not announce the toast, and a third toast
 * would lose the time between the first two.
 */
export function createShowToast(toasts: Toasts): ShowToast {
  const latest = new Map<string, string>()
  let count = 0
  /** When the latest toast has had its time. */
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

/** Refine's notifications as toasts. Refine calls the sentence `message` and the heading `description`. */
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

/** Converts a toast of the catalogue for Refine's hooks. */
export function toast({ title, text }: Toast, type: 'success' | 'error'): OpenNotificationParams {
  return { type, message: text, description: title }
}
