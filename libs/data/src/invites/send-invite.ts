import type { Role } from '../access/roles'
import type { DataClient, FunctionCaller } from '../client'
import { toDataError, unwrap } from '../errors'
import { type Answer, flag, shape, string } from '../json'
import { timeText } from '../time/moment-text'

type Caller = Pick<DataClient, 'rpc'>

export const parseCreatedInvite = shape({ id: string, email: string, token: string })
/** A created invite with the token of its link. */
export type CreatedInvite = Answer<typeof parseCreatedInvite>

/** The arguments of a new invite. */
export interface NewInvite {
  email: string
  role: Role
  courseIds: readonly string[]
  /** The cohort that the person joins; null for none. */
  cohortId: string | null
  /** The number of days for which the invite is valid; null for the default. */
  days: number | null
}

/**
 * Creates an invite without mailing it (rules/invites#invite-lasts). Repeating the call with the same `id` (the
 * operation id), or within ten minutes, returns the same invite (rules/data#idempotent). Throws DataError: `42501` if
 * the caller may not invite, or not to this role, these courses, or this cohort; `PT422` with hint `email` for an
 * invalid email.
 */
export async function createInvite(
  client: Caller,
  { id, email, role, courseIds, cohortId, days }: NewInvite & { id: string },
): Promise<CreatedInvite> {
  const answer = await client.rpc('create_invite', {
    email,
    role,
    course_ids: [...courseIds],
    operation_id: id,
    ...(cohortId !== null && { cohort_id: cohortId }),
    ...(days !== null && { days }),
  })
  return parseCreatedInvite(unwrap(answer))
}

/**
 * Makes an invite valid again for its number of days from now. Its link does not change. Throws DataError: `42501`,
 * `PT409` if the invite was used or cancelled.
 */
export async function resendInvite(client: Caller, inviteId: string): Promise<CreatedInvite> {
  return parseCreatedInvite(unwrap(await client.rpc('resend_invite', { invite_id: inviteId })))
}

/** Cancels an invite. Throws DataError: `42501`, `PT409` if the invite was already used or cancelled. */
export async function cancelInvite(client: Caller, inviteId: string): Promise<void> {
  unwrap(await client.rpc('cancel_invite', { invite_id: inviteId }))
}

/**
 * The result of mailing an invite. `NO_MAILER`: the project sends no mail, so the sender must pass the link on.
 * `ENDED`: earlier mail to this email bounced or was reported as spam (rules/due-work#ended-mail). `JUST_NOW`: this
 * email got an invite less than a minute ago. `LIMIT`: the caller has sent too many mails within an hour. After the
 * last two, mailing is possible again at `until`, an ISO date.
 */
export type MailOutcome =
  | { state: 'SENT' | 'NO_MAILER' | 'ENDED' | 'FAILED' }
  | { state: 'JUST_NOW' | 'LIMIT'; until: string }

const parseSent = shape({ sent: flag })
const parseDelayed = shape({
  for: (whom) => (whom === 'SENDER' ? 'LIMIT' : 'JUST_NOW'),
  until: string,
})

/** Mails the link of an invite to its recipient. Never throws, because the invite was created in any case. */
export async function mailInvite(
  functions: FunctionCaller,
  inviteId: string,
): Promise<MailOutcome> {
  try {
    const answer = await functions.invoke('send-invite', { invite_id: inviteId })
    if (parseSent(answer).sent) return { state: 'SENT' }
    const { for: state, until } = parseDelayed(answer)
    return { state, until }
  } catch (error) {
    const { code } = toDataError(error)
    if (code === 'NO_MAILER') return { state: 'NO_MAILER' }
    return { state: code === 'MAIL_ENDED' ? 'ENDED' : 'FAILED' }
  }
}

/** Returns the message for the sender about the mail. */
export function mailOutcomeText(mailing: MailOutcome, email: string): string {
  switch (mailing.state) {
    case 'SENT':
      return `The invite was emailed to ${email}.`
    case 'NO_MAILER':
      return "Email isn't set up, so nothing was sent. Share the link yourself."
    case 'ENDED':
      return `No mail is sent to ${email}, because mail there bounced or was reported as spam. Share the link yourself.`
    case 'FAILED':
      return 'The email could not be sent yet. It is retried automatically. You can also share the link yourself.'
    case 'JUST_NOW':
      return `An invite was emailed to ${email} less than a minute ago. This one is sent automatically at ${timeText(mailing.until, true)}. You can also share the link yourself.`
    case 'LIMIT':
      return `You have reached the limit of emails for this hour. This one is sent automatically from ${timeText(mailing.until, true)} on. You can also share the link yourself.`
  }
}

/** Returns the address of an invite's screen (rules/invites#invite). `origin` is that of the portal. */
export function inviteLink(origin: string, token: string): string {
  return `${origin}/invite/${encodeURIComponent(token)}`
}
