import type { FunctionCaller } from '@rookies/data/functions'
import { mailInvite } from '@rookies/data/invites/send-invite'

/** How far e-mailing many invites has come. */
export interface MailProgress {
  /** Ids of invites whose e-mail is out. */
  mailed: ReadonlySet<string>
  /** Ids of invites whose e-mail failed. */
  unmailed: ReadonlySet<string>
  /** The project sends no e-mail: the links have to be passed on. */
  noMailer: boolean
}

export const NOTHING_MAILED: MailProgress = {
  mailed: new Set(),
  unmailed: new Set(),
  noMailer: false,
}

/** Whether every one of them has been tried, or none can be. */
export function isMailed(ids: readonly string[], progress: MailProgress): boolean {
  const { mailed, unmailed, noMailer } = progress
  return noMailer || ids.every((id) => mailed.has(id) || unmailed.has(id))
}

/**
 * E-mails invites one after another, as mail providers want it, and leaves out those that were tried;
 * `tell` hears of each, and `stopping` is asked before each. Throws nothing.
 */
export async function mailEach(
  functions: FunctionCaller,
  ids: readonly string[],
  from: MailProgress,
  { tell, stopping }: { tell: (progress: MailProgress) => void; stopping: () => boolean },
): Promise<void> {
  // Copied once and not for each: there may be thousands.
  const [mailed, unmailed] = [new Set(from.mailed), new Set(from.unmailed)]
  let { noMailer } = from
  for (const id of ids) {
    if (noMailer || stopping()) return
    if (mailed.has(id) || unmailed.has(id)) continue
    const mailing = await mailInvite(functions, id)
    if (mailing === 'NO_MAILER') noMailer = true
    else if (mailing === 'SENT') mailed.add(id)
    else unmailed.add(id)
    tell({ mailed, unmailed, noMailer })
  }
}

/** What a button says that tries failed e-mails once more. */
export function mailAgain(count: number): string {
  return count === 1 ? 'Send 1 E-Mail Again' : `Send ${count.toLocaleString('en-US')} E-Mails Again`
}
