import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'

/** Parameter in the list's address that opens the Send Notification dialog. */
const NEW_NOTIFICATION_PARAM = 'new'
const NEW_NOTIFICATION = 'notification'

/** Opens the notifications with the dialog. */
export const NEW_NOTIFICATION_ADDRESS = `/admin/notifications?${NEW_NOTIFICATION_PARAM}=${NEW_NOTIFICATION}`

/**
 * The address keeps whether the dialog is open, so that links and commands can open it. `begin` opens it, with a
 * notification to send it again.
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
