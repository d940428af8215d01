import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'

/** Name of the search parameter that opens the Send Notification dialog. */
const NEW_NOTIFICATION_PARAM = 'new'
const NEW_NOTIFICATION = 'notification'

/** The address of the list of notifications with the dialog. */
export const NEW_NOTIFICATION_ADDRESS = `/admin/notifications?${NEW_NOTIFICATION_PARAM}=${NEW_NOTIFICATION}`

/**
 * Opens and closes the Send Notification dialog. The address stores whether it is open, so that links and commands
 * can open it. `begin` opens it, optionally with a notification to be sent again.
 */
export function useCreateNotification() {
  const mayCreate = useMay('notifications', 'create')
  const { params, change } = useAddressState()
  const [like, setLike] = useState<{ notification: SentNotification } | null>(null)
  const begin = useCallback(
    (notification?: SentNotification) => {
      change({ [NEW_NOTIFICATION_PARAM]: NEW_NOTIFICATION })
      if (notification) setLike({ notification })
    },
    [change],
  )
  const close = useCallback(
    () => change({ [NEW_NOTIFICATION_PARAM]: null }, { replace: true }),
    [change],
  )
  return {
    open: mayCreate && params.get(NEW_NOTIFICATION_PARAM) === NEW_NOTIFICATION,
    like,
    begin,
    close,
  }
}
