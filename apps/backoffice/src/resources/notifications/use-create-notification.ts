import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { useCallback, useState } from 'react'
import { useCreateDialog } from '../../kit/use-create-dialog'

/** The Send Notification dialog. `begin` opens it, with a notification to send it again. */
export function useCreateNotification() {
  const { isOpen, open, close } = useCreateDialog('notifications', 'notification')
  const [like, setLike] = useState<{ notification: SentNotification } | null>(null)
  const begin = useCallback(
    (notification?: SentNotification) => {
      open()
      if (notification) setLike({ notification })
    },
    [open],
  )
  return { open: isOpen, like, begin, close }
}
