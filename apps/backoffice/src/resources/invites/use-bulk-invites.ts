import {
  type ChangedInvite,
  changeInvites,
  INVITES_START,
  type InviteChange,
  type InviteCursor,
  type InvitePiece,
  type SkippedInvite,
} from '@rookies/data/invites/change-invites'
import { useEffect, useRef, useState } from 'react'
import { useBackend } from '../../app/backend'
import { isMailed, type MailProgress, mailEach, NOTHING_MAILED } from './mail-each'
import { useInvitesChanged } from './use-invite-acts'

/** How far it has come. */
export interface BulkInvitesProgress extends MailProgress {
  state: 'working' | 'stopped' | 'failed' | 'done'
  changed: readonly ChangedInvite[]
  left: readonly SkippedInvite[]
  /** Where it goes on; null when nothing is left but e-mails. */
  next: InviteCursor | null
}

const NOTHING: BulkInvitesProgress = {
  ...NOTHING_MAILED,
  state: 'working',
  changed: [],
  left: [],
  next: INVITES_START,
}

/**
 * Sends many invites again, or cancels them, piece by piece; what a piece reopened is e-mailed before the
 * next one begins. It can be stopped in between and goes on where it stood, also after a failure: a piece
 * that had arrived after all happens once, and an e-mail that is out is not sent again.
 */
export function useBulkInvites() {
  const { client, functions } = useBackend()
  const changed = useInvitesChanged()
  const [progress, setProgress] = useState<BulkInvitesProgress | null>(null)
  const stopping = useRef(false)

  // Leaving the screen stops the work.
  useEffect(
    () => () => {
      stopping.current = true
    },
    [],
  )

  const run = async (change: InviteChange, from: BulkInvitesProgress = NOTHING) => {
    stopping.current = false
    // An e-mail that failed is tried again when all of it is.
    let now: BulkInvitesProgress = {
      ...from,
      state: 'working',
      unmailed: new Set(),
      goesOnAt: null,
    }
    const tell = (news: Partial<BulkInvitesProgress>) => {
      now = { ...now, ...news }
      setProgress(now)
    }
    const mails = () => (change.act === 'resend' ? now.changed.map(({ id }) => id) : [])
    tell({})
    try {
      for (;;) {
        await mailEach(functions, mails(), now, { tell, stopping: () => stopping.current })
        if (now.next === null || now.goesOnAt !== null || stopping.current) break
        const piece: InvitePiece = await changeInvites(client, change, now.next)
        tell({
          changed: [...now.changed, ...piece.changed],
          left: [...now.left, ...piece.left],
          next: piece.next,
        })
      }
      tell({ state: now.next === null && isMailed(mails(), now) ? 'done' : 'stopped' })
    } catch {
      tell({ state: 'failed' })
    } finally {
      await changed()
    }
  }

  const stop = () => {
    stopping.current = true
  }
  return { progress, run, stop }
}
