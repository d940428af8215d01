import {
  type ChangedInvite,
  changeInvites,
  INVITES_START,
  type InviteChange,
  type InviteCursor,
  type SkippedInvite,
} from '@rookies/data/invites/change-invites'
import { useBackend } from '../../app/backend'
import { useReadAgainOf } from '../../app/use-read-again'
import { type InPieces, useInPieces } from '../../kit/use-in-pieces'
import {
  isMailed,
  type MailProgress,
  mailEach,
  NOTHING_MAILED,
  RETRY_FAILED_MAILS,
} from './mail-each'

interface Progress extends MailProgress {
  changed: readonly ChangedInvite[]
  left: readonly SkippedInvite[]
  /** The position from which the work continues; null if only mails are left. */
  next: InviteCursor | null
}

/** The progress of the work. */
export type BulkInvitesProgress = InPieces<Progress>

const NOTHING: Progress = { ...NOTHING_MAILED, changed: [], left: [], next: INVITES_START }

/**
 * Resends or cancels many invites in batches. The invites that a batch renewed are mailed before the next batch
 * starts. No mail is sent twice.
 */
export function useBulkInvites() {
  const { client, functions } = useBackend()
  return useInPieces({
    nothing: NOTHING,
    again: RETRY_FAILED_MAILS,
    work: async (run, change: InviteChange) => {
      const { now, tell, stopping } = run
      const mails = () => (change.act === 'resend' ? now().changed.map(({ id }) => id) : [])
      for (;;) {
        await mailEach(functions, mails(), now(), run)
        const at = now().next
        if (at === null || now().goesOnAt !== null || stopping()) break
        const { changed, left, next } = await changeInvites(client, change, at)
        tell({ changed: [...now().changed, ...changed], left: [...now().left, ...left], next })
      }
      return now().next === null && isMailed(mails(), now())
    },
    changed: useReadAgainOf('invites'),
  })
}
