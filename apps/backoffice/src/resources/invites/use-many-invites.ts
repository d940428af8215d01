import {
  type CreatedLine,
  createInvites,
  type ImportCursor,
} from '@rookies/data/invites/import-invites'
import type { InviteLine } from '@rookies/data/invites/read-invite-list'
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
  /** The results of the lines whose invites were created or refused. */
  made: readonly CreatedLine[]
  /** The position from which creating invites continues; null when all are created. */
  next: ImportCursor | null
}

/** The progress of inviting many people. */
export type ManyProgress = InPieces<Progress>

const NOTHING: Progress = { ...NOTHING_MAILED, made: [], next: 0 }

/** Returns the lines whose invites were created. */
export const createdInvites = (made: readonly CreatedLine[]) =>
  made.filter(
    (line): line is CreatedLine & { id: string; token: string } =>
      line.id !== null && line.token !== null,
  )

interface List {
  operationId: string
  lines: readonly InviteLine[]
}

/** Creates invites in batches, and then mails them one after another. No mail is sent twice. */
export function useManyInvites() {
  const { client, functions } = useBackend()
  return useInPieces({
    nothing: NOTHING,
    again: RETRY_FAILED_MAILS,
    work: async (run, { operationId, lines }: List) => {
      const { now, tell, stopping } = run
      for (let at = now().next; at !== null && !stopping(); at = now().next) {
        const { made, next } = await createInvites(client, operationId, lines, at)
        tell({ made: [...now().made, ...made], next })
      }
      const ids = createdInvites(now().made).map(({ id }) => id)
      await mailEach(functions, ids, now(), run)
      return now().next === null && isMailed(ids, now())
    },
    changed: useReadAgainOf('invites'),
  })
}
