import type { Mail } from './mail-content.ts'
import { senderOf } from './sender.ts'

// This file uses neither Deno nor Node, because edge functions and the tests both run it.

/**
 * Sends a mail. @throws Refused if every further attempt would fail too, or another error if a later one may
 * succeed
 */
export type Deliver = (mail: Mail) => Promise<void>

/** The provider will never accept this mail, for example because the email does not exist. */
export class Refused extends Error {}

/** Milliseconds that a provider may take for one mail. */
export const PATIENCE_MS = 20_000

/**
 * Sends mails through a provider that takes JSON, as Resend does.
 * @param options.from MAIL_FROM (`senderOf`)
 * @param options.apiUrl takes {from, to, subject, html, text, headers}
 * @param options.patienceMs time limit for one mail
 */
export function httpMailer(options: {
  apiUrl: string
  apiKey: string
  from: string
  patienceMs?: number
}): Deliver {
  const { apiUrl, apiKey, from, patienceMs = PATIENCE_MS } = options
  return async ({ to, school, replyTo, subject, html, text, messageId, headers }) => {
    const answer = await fetch(apiUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        // Resend does not send a second mail with the same key.
        'idempotency-key': messageId,
      },
      body: JSON.stringify({
        from: senderOf(from, school),
        to: [to],
        ...(replyTo !== '' && { reply_to: replyTo }),
        subject,
        html,
        text,
        headers: { ...headers, 'Message-ID': messageId },
      }),
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if (answer.ok) return
    const reason = `The mail provider answered ${answer.status}`
    // A person can correct errors of the key, the quota or the account, so a later attempt may succeed.
    throw [400, 422].includes(answer.status) ? new Refused(reason) : new Error(reason)
  }
}
