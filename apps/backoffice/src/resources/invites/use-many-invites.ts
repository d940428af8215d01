import {
  type CreatedLine,
  createInvites,
  type ImportCursor,
} from '@rookies/data/invites/import-invites'
import type { InviteLine } from '@rookies/data/invites/read-invite-list'
import { useEffect, useRef, useState } from 'react'
import { useBackend } from '../../app/backend'
import { isMailed, type MailProgress, mailEach, NOTHING_MAILED } from './mail-each'
import { useInvitesChanged } from './use-invite-acts'

/** How far inviting many has come. */
export interface ManyProgress extends MailProgress {
  state: 'working' | 'stopped' | 'failed' | 'done'
  /** Verdicts on the lines that have been dealt with. */
  made: readonly CreatedLine[]
  /** Where making them goes on; null when all are made. */
  next: ImportCursor | null
}

const NOTHING: ManyProgress = { ...NOTHING_MAILED, state: 'working', made: [], next: 0 }

/** Those that were made. */
export const invited = (made: readonly CreatedLine[]) =>
  made.filter(
    (line): line is CreatedLine & { id: string; token: string } =>
      line.id !== null && line.token !== null,
  )

/**
 * Makes the invites piece by piece and then e-mails them one after another. It can be stopped in between
 * and goes on where it stood, also after a failure: a piece that had arrived after all is made once, and
 * an e-mail that is out is not sent again.
 */
export function useManyInvites() {
  const { client, functions } = useBackend()
  const changed = useInvitesChanged()
  const [progress, setProgress] = useState<ManyProgress | null>(null)
  const stopping = useRef(false)

  // Leaving the screen stops the work.
  useEffect(
    () => () => {
      stopping.current = true
    },
    [],
  )

  const run = async (
    operationId: string,
    lines: readonly InviteLine[],
    from: ManyProgress = NOTHING,
  ) => {
    stopping.current = false
    // An e-mail that failed is tried again when all of it is.
    let now: ManyProgress = { ...from, state: 'working', unmailed: new Set(), goesOnAt: null }
    const tell = (news: Partial<ManyProgress>) => {
      now = { ...now, ...news }
      setProgress(now)
    }
    tell({})
    try {
      while (now.next !== null && !stopping.current) {
        const { made, next }: Awaited<ReturnType<typeof createInvites>> = await createInvites(
          client,
          operationId,
          lines,
          now.next,
        )
        tell({ made: [...now.made, ...made], next })
      }
      const ids = invited(now.made).map(({ id }) => id)
      await mailEach(functions, ids, now, { tell, stopping: () => stopping.current })
      tell({ state: now.next === null && isMailed(ids, now) ? 'done' : 'stopped' })
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
