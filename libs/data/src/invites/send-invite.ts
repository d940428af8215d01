import type { Role } from '../access/roles'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { toDataError, unwrap } from '../errors'
import type { FunctionCaller } from '../functions'
import { object, string } from '../json'

type Caller = Pick<DataClient, 'rpc'>

/** An invite that can be sent: what its link is made of. */
export interface CreatedInvite {
  id: string
  email: string
  token: string
}

/** What an invite gives. */
export interface NewInvite {
  email: string
  role: Role
  courseIds: readonly string[]
}

/**
 * Makes an invite that lasts 48 hours (rules/invites#invite); nothing is e-mailed by it. Throws DataError:
 * `42501` for a caller who may not invite, to this role or to these courses, `23514` for an address that is
 * none.
 */
export async function createInvite(
  client: Caller,
  { email, role, courseIds }: NewInvite,
): Promise<CreatedInvite> {
  const answer = await client.rpc('create_invite', { email, role, course_ids: [...courseIds] })
  return parseMade(unwrap(answer))
}

/** Gives an invite 48 hours from now under the same link. Throws DataError: `42501`, `PT409` once it is closed. */
export async function resendInvite(client: Caller, inviteId: string): Promise<CreatedInvite> {
  return parseMade(unwrap(await client.rpc('resend_invite', { invite_id: inviteId })))
}

/** Ends an invite. Throws DataError: `42501`, `PT409` when it has been used or cancelled already. */
export async function cancelInvite(client: Caller, inviteId: string): Promise<void> {
  unwrap(await client.rpc('cancel_invite', { invite_id: inviteId }))
}

function parseMade(json: Json): CreatedInvite {
  const row = object(json)
  return { id: string(row.id), email: string(row.email), token: string(row.token) }
}

/**
 * What became of an invite's e-mail. `NO_MAILER`: the project sends none, so the link has to be passed on.
 * `JUST_NOW`: one went to that address less than a minute ago. `LIMIT`: the caller has sent as many as an
 * hour allows. Both go on at `until`, an ISO date.
 */
export type MailOutcome =
  | { state: 'SENT' | 'NO_MAILER' | 'FAILED' }
  | { state: 'JUST_NOW' | 'LIMIT'; until: string }

/** E-mails the link of an invite to whom it is for. Throws nothing: the invite stands either way. */
export async function mailInvite(
  functions: FunctionCaller,
  inviteId: string,
): Promise<MailOutcome> {
  try {
    const answer = object(await functions.invoke('send-invite', { invite_id: inviteId }))
    if (answer.sent === true) return { state: 'SENT' }
    const state = answer.for === 'SENDER' ? 'LIMIT' : 'JUST_NOW'
    return { state, until: string(answer.until) }
  } catch (error) {
    return { state: toDataError(error).code === 'NO_MAILER' ? 'NO_MAILER' : 'FAILED' }
  }
}

/** In: an ISO date. Out: its time on the reader's clock. */
export function timeOfDay(until: string): string {
  return new Date(until).toLocaleTimeString('en-GB', { timeStyle: 'medium' })
}

/** What the inviter has to know about the e-mail. */
export function mailOutcomeText(mailing: MailOutcome, email: string): string {
  switch (mailing.state) {
    case 'SENT':
      return `The invite was e-mailed to ${email}.`
    case 'NO_MAILER':
      return 'No mailer is set up, so no e-mail was sent. Pass the link on yourself.'
    case 'FAILED':
      return 'The e-mail could not be sent yet. It is tried again by itself; you may also pass the link on yourself.'
    case 'JUST_NOW':
      return `An invite was e-mailed to ${email} less than a minute ago. This one follows by itself at ${timeOfDay(mailing.until)}; you may also pass the link on yourself.`
    case 'LIMIT':
      return `No more e-mails may leave for you this hour. This one leaves by itself from ${timeOfDay(mailing.until)} on; you may also pass the link on yourself.`
  }
}
