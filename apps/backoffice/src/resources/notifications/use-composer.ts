import { newId } from '@rookies/data/device/new-id'
import {
  draftFromNotification,
  EMPTY_DRAFT,
  isSameDraft,
  type NotificationDraft,
  type Recipients,
} from '@rookies/data/notifications/admin-draft'
import type { SentNotification } from '@rookies/data/notifications/notification-list'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { NEW_NOTIFICATION, NEW_NOTIFICATION_PARAM } from './notification-address'

/** What is being written, and what it began as. */
interface Work {
  draft: NotificationDraft
  recipients: Recipients
  began: NotificationDraft
  /** Kept until it was sent: the same send again sends once. */
  sendId: string
}

function newWork(began: NotificationDraft): Work {
  return {
    draft: began,
    recipients: { audience: 'global', person: null },
    began,
    sendId: newId(),
  }
}

export type Composer = ReturnType<typeof useComposer>

/**
 * The composer's state. Whether it is open stands in the address, so that a link, or a command from
 * another screen, leads to it; what was typed is kept until it is sent or discarded, also when Back
 * closes the dialog.
 */
export function useComposer() {
  const mayCreate = useMay('notifications', 'create')
  const { params, change } = useAddressState()
  const open = mayCreate && params.get(NEW_NOTIFICATION_PARAM) === NEW_NOTIFICATION
  const [wanted, setWanted] = useState(open)
  if (open && !wanted) setWanted(true)
  const [work, setWork] = useState(() => newWork(EMPTY_DRAFT))
  /** Asked to close with something unsent. */
  const [leaving, setLeaving] = useState(false)
  const dirty = !isSameDraft(work.draft, work.began) || work.recipients.person !== null

  const close = useCallback(() => {
    setLeaving(false)
    change({ [NEW_NOTIFICATION_PARAM]: null }, { replace: true })
  }, [change])

  /** Opens it; with a notification, to say the same once more. */
  const begin = useCallback(
    (like?: SentNotification) => {
      change({ [NEW_NOTIFICATION_PARAM]: NEW_NOTIFICATION })
      if (!like) return
      if (dirty) setLeaving(true)
      // What was said then at a certain hour is said now.
      else setWork(newWork({ ...draftFromNotification(like), publishAt: '', expiresAt: '' }))
    },
    [change, dirty],
  )

  const edit = useCallback((values: Partial<Pick<Work, 'draft' | 'recipients'>>) => {
    setLeaving(false)
    setWork((before) => ({ ...before, ...values }))
  }, [])

  /** It was sent, or discarded: the next one starts empty. */
  const finish = useCallback(() => {
    setWork(newWork(EMPTY_DRAFT))
    close()
  }, [close])

  const leave = useCallback(() => {
    if (dirty) setLeaving(true)
    else finish()
  }, [dirty, finish])

  return { ...work, open, wanted, dirty, leaving, begin, edit, leave, finish }
}
