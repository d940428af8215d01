import {
  type ChangedInvite,
  changeInvites,
  INVITES_START,
  type InviteChange,
  type InviteCursor,
  type SkippedInvite,
} from '@rookies/data/invites/change-invites'
import { useBackend } from '../../app/backend'
import { type InPieces, useInPieces } from '../../kit/use-in-pieces'
import { isMailed, MAIL_AGAIN, type MailProgress, mailEach, NOTHING_MAILED } from './mail-each'
import { useInvitesChanged } from './use-invite-acts'

interface Progress extends MailProgress {
  changed: readonly ChangedInvite[]
  left: readonly SkippedInvite[]
  /** Where it goes on; null when nothing is left but e-mails. */
  next: InviteCursor | null
}

/** How far it has come. */
export type BulkInvitesProgress = InPieces<Progress>

const NOTHING: Progress = { ...NOTHING_MAILED, changed: [], left: [], next: INVITES_START }

/**
 * Sends many invites again, or cancels them, piece by piece; what a piece reopened is e-mailed before the
 * next one begins. An e-mail that is out is not sent again.
 */
export function useBulkInvites() {
  const { client, functions } = useBackend()
  return useInPieces({
    nothing: NOTHING,
    again: MAIL_AGAIN,
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
    changed: useInvitesChanged(),
  })
}
