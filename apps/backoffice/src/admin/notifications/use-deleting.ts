import { dashboardKeys } from '@rookies/data/dashboard/keys'
import { toDataError } from '@rookies/data/errors'
import { adminNotificationKeys } from '@rookies/data/notifications/admin-keys'
import { failureToast, NOTIFICATION_ADMIN_TOASTS } from '@rookies/data/notifications/admin-messages'
import {
  deleteNotifications,
  type SentNotification,
} from '@rookies/data/notifications/notification-list'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'

const NONE: readonly SentNotification[] = []

/** Reads again what lists and counts notifications. */
export function useNotificationsChanged() {
  const { queries } = useBackend()
  return useCallback(
    () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: adminNotificationKeys.all }),
        queries.invalidateQueries({ queryKey: dashboardKeys.all }),
      ]),
    [queries],
  )
}

/** Deletes one or several: asks first, does it in one go, and says how it went. */
export function useDeleting(onDeleted: () => void) {
  const { client } = useBackend()
  const toasts = useToasts()
  const changed = useNotificationsChanged()
  const [asked, ask] = useState(NONE)

  const act = useMutation({
    mutationFn: (notifications: typeof asked) =>
      deleteNotifications(
        client,
        notifications.map(({ id }) => id),
      ),
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
    onSettled: async (_, __, notifications) => {
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
