import { type Answer, failure, fieldOf } from '../_shared/answer.ts'
import { type AuthMail, type AuthMailKind, authMail, authMailKey } from '../_shared/auth-mails.ts'
import { writeMail } from '../_shared/mail-content.ts'
import { type Deliver, Refused } from '../_shared/mailer.ts'
import { defaultSchool, readSchool, type SchoolOptions } from '../_shared/school.ts'
import { readSigned } from '../_shared/webhook.ts'

// This file uses neither Deno nor Node, because the edge function and the tests both run it.

/** Auth waits five seconds for the hook, which also has to start and to read the school. */
export const MAIL_PATIENCE_MS = 3_000
const SCHOOL_PATIENCE_MS = 1_000

export interface HookOptions extends SchoolOptions {
  /** Public address of Auth, without a slash at the end. */
  authUrl: string
  /** Secrets of the hook, separated by commas, blanks or `|`; empty if none is set. */
  secrets: string
  /** Null if no mailer is configured. */
  deliver: Deliver | null
  log: (line: string) => void
}

/** The kinds of mails, by Auth's name of the action. */
const KINDS: Record<string, AuthMailKind> = {
  signup: 'confirmation',
  recovery: 'recovery',
  magiclink: 'magic_link',
  email: 'magic_link',
  invite: 'invite',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
}

/**
 * Sends a mail for Auth, or both mails of a changed email.
 *
 * Answers 200 {sent: how many}: none for Auth's notifications, which the product does not send. Answers as `readSigned`
 * does, 422 BAD_EVENT for a body that is no call of the hook, 422 UNKNOWN_KIND for a mail that the product does not
 * know, 422 BAD_MAIL if the provider refuses the mail for good, 501 NO_MAILER, and 503 MAIL_FAILED, which has Auth try
 * again at once while its five seconds last. A mail that is tried again has the same id, by which providers and
 * mailboxes recognize it. For each failure, Auth undoes what the person did and answers with an error.
 */
export async function sendEmail(request: Request, options: HookOptions): Promise<Answer> {
  const read = await readSigned(request, options.secrets)
  if ('refused' in read) return read.refused
  const action = fieldOf(fieldOf(read.json, 'email_data'), 'email_action_type')
  if (typeof action !== 'string') return failure(422, 'BAD_EVENT', 'This is no call of the hook.')
  if (action.endsWith('_notification')) return { status: 200, body: { sent: 0 } }
  const kind = Object.entries(KINDS).find(([name]) => name === action)?.[1]
  if (!kind) return failure(422, 'UNKNOWN_KIND', `There is no mail for ${action}.`)
  const mails = mailsOf(kind, action, read.json, options.authUrl)
  if (mails.length === 0) return failure(422, 'BAD_EVENT', 'This call names no email.')
  return deliverAll(mails, options)
}

async function deliverAll(mails: AuthMail[], options: HookOptions): Promise<Answer> {
  const { deliver, log, siteUrl } = options
  if (deliver === null) return failure(501, 'NO_MAILER', "Email isn't set up.")
  const signal = AbortSignal.timeout(SCHOOL_PATIENCE_MS)
  const school = await readSchool({ ...options, signal }).catch(() => defaultSchool(siteUrl))
  try {
    await Promise.all(
      mails.map(async (mail) =>
        deliver(await writeMail(authMail(mail, school), school, authMailKey(mail))),
      ),
    )
    return { status: 200, body: { sent: mails.length } }
  } catch (error) {
    log(`send-email: ${error instanceof Error ? error.message : error}`)
    if (error instanceof Refused) return failure(422, 'BAD_MAIL', 'This mail is refused for good.')
    const headers = { 'retry-after': '1' }
    return { ...failure(503, 'MAIL_FAILED', 'The mail could not be sent.'), headers }
  }
}

/** Returns the mails of a call: one, or for a change of an email one to each email that has to confirm it. */
function mailsOf(kind: AuthMailKind, action: string, call: unknown, authUrl: string): AuthMail[] {
  const [user, data] = [fieldOf(call, 'user'), fieldOf(call, 'email_data')]
  const email = textOf(user, 'email')
  const newEmail = textOf(user, 'new_email') || textOf(user, 'email_new')
  const mailTo = (to: string, token: string, hash: string): AuthMail[] => {
    if (to === '' || hash === '') return []
    const query = new URLSearchParams({
      token: hash,
      type: action,
      redirect_to: textOf(data, 'redirect_to'),
    })
    const confirmationUrl = `${authUrl}/verify?${query}`
    return [{ kind, to, email, newEmail, token, tokenHash: hash, confirmationUrl }]
  }
  const [token, hash] = [textOf(data, 'token'), textOf(data, 'token_hash')]
  if (kind !== 'email_change') return mailTo(email, token, hash)
  // In Auth's call, `token_hash` belongs to the new email, and `token_hash_new` to the present one.
  return [
    ...mailTo(newEmail, textOf(data, 'token_new') || token, hash),
    ...mailTo(email, token, textOf(data, 'token_hash_new')),
  ]
}

function textOf(value: unknown, name: string): string {
  const text = fieldOf(value, name)
  return typeof text === 'string' ? text : ''
}
