import type { FunctionCaller } from '@rookies/data/client'
import { mailInvite } from '@rookies/data/invites/send-invite'
import { timeText } from '@rookies/data/time/moment-text'
import { formatCount } from '@rookies/data/wording'

/** The progress of mailing many invites. */
export interface MailProgress {
  /** Ids of invites whose mail was sent. */
  mailed: ReadonlySet<string>
  /** Ids of invites whose mail failed. */
  unmailed: ReadonlySet<string>
  /** Whether the project sends no mail, so that people have to pass the links on. */
  noMailer: boolean
  /** When mailing continues after the sender's hourly limit, as an ISO date; the remaining mails wait until then. */
  goesOnAt: string | null
}

export const NOTHING_MAILED: MailProgress = {
  mailed: new Set(),
  unmailed: new Set(),
  noMailer: false,
  goesOnAt: null,
}

/** Resets failed mails. They are tried again each time the work continues. */
export const RETRY_FAILED_MAILS = { unmailed: new Set<string>(), goesOnAt: null }

/** Whether all mails were tried, or the project sends none. */
export function isMailed(ids: readonly string[], progress: MailProgress): boolean {
  const { mailed, unmailed, noMailer } = progress
  return noMailer || ids.every((id) => mailed.has(id) || unmailed.has(id))
}

/**
 * Mails invites one after another, as mail providers require, and skips those that were tried before. Reports each
 * result to `tell`, checks `stopping` before each mail, and stops at the sender's hourly limit. Never throws.
 */
export async function mailEach(
  functions: FunctionCaller,
  ids: readonly string[],
  from: MailProgress,
  { tell, stopping }: { tell: (progress: MailProgress) => void; stopping: () => boolean },
): Promise<void> {
  // The sets are copied once instead of for each mail, because there may be thousands of mails.
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

/** A sentence about invites whose mail is not sent yet; the worker will send them (rules/invites#invite-mail). */
export function unsentText(count: number, progress: MailProgress): string {
  const { mailed, unmailed, noMailer, goesOnAt } = progress
  if (noMailer || mailed.size + unmailed.size >= count) return ''
  return goesOnAt === null
    ? ' The other emails are sent automatically.'
    : ` You have reached the limit of emails for this hour. The others are sent automatically from ${timeText(goesOnAt, true)} on, even if you close this.`
}

/** The label of the button that tries failed mails again. */
export function mailAgainLabel(count: number): string {
  return `Resend ${formatCount(count, 'Email')}`
}
