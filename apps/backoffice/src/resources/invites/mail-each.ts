import type { FunctionCaller } from '@rookies/data/functions'
import { mailInvite, timeOfDay } from '@rookies/data/invites/send-invite'
import { formatCount } from '@rookies/data/wording'

/** How far e-mailing many invites has come. */
export interface MailProgress {
  /** Ids of invites whose e-mail is out. */
  mailed: ReadonlySet<string>
  /** Ids of invites whose e-mail failed. */
  unmailed: ReadonlySet<string>
  /** The project sends no e-mail: the links have to be passed on. */
  noMailer: boolean
  /** When e-mails go on, an ISO date, once the hour's are used up; the others wait until then. */
  goesOnAt: string | null
}

export const NOTHING_MAILED: MailProgress = {
  mailed: new Set(),
  unmailed: new Set(),
  noMailer: false,
  goesOnAt: null,
}

/** An e-mail that failed is tried again when all of it is. */
export const MAIL_AGAIN = { unmailed: new Set<string>(), goesOnAt: null }

/** Whether every one of them has been tried, or none can be. */
export function isMailed(ids: readonly string[], progress: MailProgress): boolean {
  const { mailed, unmailed, noMailer } = progress
  return noMailer || ids.every((id) => mailed.has(id) || unmailed.has(id))
}

/**
 * E-mails invites one after another, as mail providers want it, and leaves out those that were tried;
 * `tell` hears of each, and `stopping` is asked before each. Stops when the sender's hour is used up.
 * Throws nothing.
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
    if (mailing.state === 'LIMIT')
      return tell({ mailed, unmailed, noMailer, goesOnAt: mailing.until })
    if (mailing.state === 'NO_MAILER') noMailer = true
    else if (mailing.state === 'SENT') mailed.add(id)
    else unmailed.add(id)
    tell({ mailed, unmailed, noMailer, goesOnAt: null })
  }
}

/** What is said when some of so many have not been e-mailed: they leave by themselves (rules/invites#invite-mail). */
export function waitingWords(count: number, progress: MailProgress): string {
  const { mailed, unmailed, noMailer, goesOnAt } = progress
  if (noMailer || mailed.size + unmailed.size >= count) return ''
  return goesOnAt === null
    ? ' The other e-mails leave by themselves.'
    : ` No more e-mails may leave for you this hour: the others leave by themselves from ${timeOfDay(goesOnAt)} on, also when you close this.`
}

/** What a button says that tries failed e-mails once more. */
export function mailAgain(count: number): string {
  return `Send ${formatCount(count, 'E-Mail')} Again`
}
