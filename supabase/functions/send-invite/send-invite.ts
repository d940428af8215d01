import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { writeMail } from '../_shared/mail-content.ts'
import type { Deliver } from '../_shared/mailer.ts'
import { refusal } from '../_shared/refusal.ts'
import { readSchool, type SchoolOptions } from '../_shared/school.ts'
import { senderOf } from '../_shared/sender.ts'
import { inviteMail, type OpenInvite, openInvite } from './invite-mail.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** The settings and services that a call needs. */
export interface CallOptions extends SchoolOptions {
  /** The caller's own headers, by which the database decides. */
  authorization: string
  apiKey: string
  /** MAIL_FROM; empty if none is configured. */
  sender: string
  /** Sends the mail; null if no mailer is configured. */
  deliver: Deliver | null
  log: (line: string) => void
}

/** Answers one call: {invite_id} sends an invite, {ask: 'sender'} returns the sender of mails. */
export function answerCall(body: unknown, options: CallOptions): Promise<Answer> {
  return fieldOf(body, 'ask') === 'sender'
    ? readSender(options)
    : sendInvite(fieldOf(body, 'invite_id'), options)
}

/**
 * Returns the sender of invites to people who may read the settings: 200 {from}, null without a mailer; 401
 * with the API's code for an ended token, 403 42501 for other people, 502 API_FAILED.
 */
async function readSender(options: CallOptions): Promise<Answer> {
  try {
    const rows = await ask(options, '/settings?select=id&limit=1')
    if (!Array.isArray(rows) || rows.length === 0) return notAllowed()
    if (options.deliver === null || options.sender === '')
      return { status: 200, body: { from: null } }
    const { name } = await readSchool(options)
    return { status: 200, body: { from: senderOf(options.sender, name) } }
  } catch (error) {
    return unread(error, options)
  }
}

/**
 * Mails the link of an invite to the invited email, for people who may read the invite: its sender and
 * administrators (rules/invites#invite-mail).
 *
 * Answers 200 {sent: true, email}, or {sent: false, for, until} if the mail has to wait: `for` is the limit
 * that was reached, of the ADDRESS or of the SENDER, and `until` the ISO date at which it ends. Answers 400
 * BAD_REQUEST, 401 with the API's code for an ended token, 403 42501 for a missing right and for an unknown
 * invite alike, 409 INVITE_CLOSED or MAIL_ENDED (rules/due-work#ended-mail), 501 NO_MAILER, 502 API_FAILED or MAIL_FAILED.
 */
async function sendInvite(inviteId: unknown, options: CallOptions): Promise<Answer> {
  if (
    typeof inviteId !== 'string' ||
    !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(inviteId)
  ) {
    return failure(400, 'BAD_REQUEST', 'invite_id must be the id of an invite.')
  }
  if (options.deliver === null) {
    return failure(501, 'NO_MAILER', "Email isn't set up. Share the link yourself.")
  }
  try {
    const rows = await ask(options, `/invites?id=eq.${inviteId}&select=token`)
    const token = Array.isArray(rows) ? fieldOf(rows[0], 'token') : undefined
    if (typeof token !== 'string') return notAllowed()
    const invite = await ask(options, '/rpc/invite_by_token', { token })
    if (fieldOf(invite, 'state') !== 'ACTIVE') {
      return failure(
        409,
        'INVITE_CLOSED',
        'This invite has been used, has been cancelled or has expired.',
      )
    }
    const claim = await ask(options, '/rpc/claim_invite_mail', { invite_id: inviteId })
    if (fieldOf(claim, 'state') === 'SENT') return sent(openInvite(token, invite, null))
    if (fieldOf(claim, 'state') === 'ENDED') {
      return failure(409, 'MAIL_ENDED', 'No mail is sent to this email any more.')
    }
    if (fieldOf(claim, 'state') !== 'READY') return notYet(claim)
    const open = openInvite(token, invite, await makeProof(options, inviteId))
    return await deliver(options, inviteId, open, String(fieldOf(claim, 'key')))
  } catch (error) {
    return unread(error, options)
  }
}

function unread(error: unknown, { log }: CallOptions): Answer {
  if (error instanceof Refused) return error.answer
  log(`send-invite: ${error instanceof Error ? error.message : error}`)
  return failure(502, 'API_FAILED', 'The invite could not be read. Try again shortly.')
}

/** @param claim answer of claim_invite_mail(), if the mail has to wait */
function notYet(claim: unknown): Answer {
  const until = fieldOf(claim, 'until')
  if (typeof until !== 'string') throw new Error('claim_invite_mail() answered no moment')
  return { status: 200, body: { sent: false, for: fieldOf(claim, 'for'), until } }
}

async function deliver(
  options: CallOptions,
  id: string,
  invite: OpenInvite,
  key: string,
): Promise<Answer> {
  try {
    const school = await readSchool(options)
    await options.deliver?.(await writeMail(inviteMail(invite, school), school, key))
  } catch (error) {
    options.log(`send-invite: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'MAIL_FAILED', 'The invite could not be emailed. Share the link yourself.')
  }
  // If this call fails, the worker sends the mail once more, with the same message id.
  await ask(options, '/rpc/invite_mailed', { invite_id: id }).catch((error) =>
    options.log(`send-invite: ${error instanceof Error ? error.message : error}`),
  )
  return sent(invite)
}

const sent = ({ email }: OpenInvite): Answer => ({ status: 200, body: { sent: true, email } })

class Refused extends Error {
  constructor(readonly answer: Answer) {
    super()
  }
}

const notYours = 'You may not send this invite.'
const notAllowed = () => failure(403, '42501', notYours)

/** Returns the proof for the link of this mail (rules/invites#invite-proof). */
async function makeProof(options: CallOptions, inviteId: string): Promise<unknown> {
  const { serviceKey } = options
  const asService = { ...options, apiKey: serviceKey, authorization: `Bearer ${serviceKey}` }
  const answer = await call(asService, '/rpc/make_invite_proof', { invite_id: inviteId })
  // A refusal here concerns the key of the project, not the rights of the caller.
  if (!answer.ok) throw new Error(`/rpc/make_invite_proof answered ${answer.status}`)
  return answer.json()
}

/** Calls a database function with the rights of the caller. */
async function ask(options: CallOptions, path: string, body?: unknown): Promise<unknown> {
  const answer = await call(options, path, body)
  if (!answer.ok) {
    const refused = refusal(answer.status, await answer.json().catch(() => null), notYours)
    if (refused) throw new Refused(refused)
    throw new Error(`${path.split('?')[0]} answered ${answer.status}`)
  }
  const text = await answer.text()
  return text === '' ? null : JSON.parse(text)
}

function call(options: CallOptions, path: string, body?: unknown): Promise<Response> {
  return fetch(options.restUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: options.authorization,
      apikey: options.apiKey,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
  })
}
