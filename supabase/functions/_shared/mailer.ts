import type { Mail } from './mail-content.ts'

// Nothing of Deno or Node in here: edge functions and the tests both run it.

/** Hands a mail over. Throws `Refused` for what will be refused every time, and any error for what may go well later. */
export type Deliver = (mail: Mail) => Promise<void>

/** The provider will never take this mail: its address is none, or closed. */
export class Refused extends Error {}

/** How long a provider may take over one mail, in milliseconds. */
export const PATIENCE_MS = 20_000

/**
 * Hands mails to a provider that takes them as JSON, as Resend does.
 * @param options.apiUrl where it takes {from, to, subject, html, text, headers}
 * @param options.patienceMs how long it may take over one
 */
export function httpMailer(options: {
  apiUrl: string
  apiKey: string
  from: string
  patienceMs?: number
}): Deliver {
  const { apiUrl, apiKey, from, patienceMs = PATIENCE_MS } = options
  return async ({ to, subject, html, text, messageId }) => {
    const answer = await fetch(apiUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        // Resend sends what it has seen before once.
        'idempotency-key': messageId,
      },
      body: JSON.stringify({
        from,
        to: [to],
        subject,
        html,
        text,
        headers: { 'Message-ID': messageId },
      }),
      signal: AbortSignal.timeout(patienceMs),
    })
    await answer.body?.cancel()
    if (answer.ok) return
    const reason = `The mail provider answered ${answer.status}`
    // What is wrong with the key, the quota or the account is mended by a person, and then goes.
    throw [400, 422].includes(answer.status) ? new Refused(reason) : new Error(reason)
  }
}
