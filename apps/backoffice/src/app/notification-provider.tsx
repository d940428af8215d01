import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core'
import type { Toast } from '@rookies/data/toasts'
import { Button, type notification } from 'antd'
import { CircleAlert, CircleCheck, X } from 'lucide-react'

type Toasts = ReturnType<typeof notification.useNotification>[0]

/** Errors stay longer: they ask for something to be done. */
const SECONDS = { success: 4, error: 8 }

/** antd draws the cross as a link without a target; it is a button to screen readers. */
const CLOSE = { closeIcon: <X aria-hidden="true" />, role: 'button', 'aria-label': 'Close' }

/** Puts a toast on screen, in place of one of the same kind. */
export type ShowToast = (toast: {
  /** The sentence, or what stands above it when there is a description. */
  title: string
  text?: string
  failed: boolean
  /** A way back, for as long as the toast is there. */
  undo?: () => void
}) => void

/**
 * A toast without a title shows its sentence alone. Errors interrupt a screen reader, successes wait.
 *
 * Each has a key of its own: one that antd draws again under the same key is not read out again, and the third
 * loses of its time what passed between the first two.
 */
export function createShowToast(toasts: Toasts): ShowToast {
  const latest = new Map<string, string>()
  let count = 0
  return ({ title, text, failed, undo }) => {
    const kind = `${failed ? 'error' : 'success'} ${title}`
    const earlier = latest.get(kind)
    if (earlier) toasts.destroy(earlier)
    count += 1
    const key = `${kind} ${count}`
    latest.set(kind, key)
    const takeBack = () => {
      toasts.destroy(key)
      undo?.()
    }
    toasts.open({
      key,
      message: title,
      description: text,
      icon: failed ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />,
      className: failed ? 'toast toast-error' : 'toast toast-success',
      role: failed ? 'alert' : 'status',
      duration: failed || undo ? SECONDS.error : SECONDS.success,
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
  }
}

/**
 * Refine's notifications as toasts. Refine calls the sentence `message` and the title above it
 * `description`.
 */
export function createNotificationProvider(toasts: Toasts, show: ShowToast): NotificationProvider {
  return {
    open: ({ message, description, type }) =>
      show({
        title: description ?? message,
        text: description ? message : undefined,
        failed: type === 'error',
      }),
    close: (key) => toasts.destroy(key),
  }
}

/** A catalogued text in the form in which Refine's hooks take it. */
export function toast({ title, text }: Toast, type: 'success' | 'error'): OpenNotificationParams {
  return { type, message: text, description: title }
}
