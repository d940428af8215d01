import { useInvalidate } from '@refinedev/core'
import { toDataError } from '@rookies/data/errors'
import { NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { failureToast } from '@rookies/data/toasts'
import { useCallback, useState } from 'react'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'

const NONE: readonly SentNotification[] = []

/** Reads again what lists and counts notifications. */
export function useNotificationsChanged() {
  const invalidate = useInvalidate()
  return useCallback(
    () => invalidate({ resource: 'notifications', invalidates: ['resourceAll'] }),
    [invalidate],
  )
}

/** Deletes one or several: asks first, does it in one go, and says how it went. */
export function useDeleting(onDeleted: () => void) {
  const toasts = useToasts()
  const changed = useNotificationsChanged()
  const [asked, ask] = useState(NONE)

  const act = useAct({
    act: (notifications: typeof asked) => ({
      name: 'notifications/delete',
      input: { ids: notifications.map(({ id }) => id) },
    }),
    onSuccess: (_, { length }) => {
      onDeleted()
      toasts.succeeded(
        length === 1
          ? NOTIFICATION_ADMIN_TOASTS.deleted
          : { text: `${length} notifications deleted` },
      )
    },
    onError: (error) =>
      toasts.failed(failureToast(NOTIFICATION_ADMIN_TOASTS.deleteFailed, toDataError(error))),
    onSettled: async (notifications) => {
      await changed()
      // By now another question may stand where this one stood.
      ask((now) => (now === notifications ? NONE : now))
    },
  })

  return {
    asked,
    ask,
    confirm: () => act.mutate(asked),
    close: useCallback(() => ask(NONE), []),
    busy: act.isPending,
  }
}
