import { type Answer, failure } from '../_shared/answer.ts'
import { type Delivering, deliverDueMails } from './deliver-due-mails.ts'

// Nothing of Deno or Node in here: the edge function and the tests both run it.

/** As long as a call goes on, in milliseconds: the next comes a minute later. */
const ROUND_MS = 60_000

/** What a turn needs. */
export interface Turning extends Delivering {
  /** What the caller has to know; empty where none is set. */
  secret: string
}

/**
 * Turns the motor of due mails, for a caller with the secret (rules/due-work#motor).
 *
 * Answers 200 {taken: how many mails}; 403 FORBIDDEN, 501 NO_SECRET, 501 NO_MAILER once it has removed the files that
 * are due, 502 API_FAILED.
 * @param given what the caller says, as `Bearer …`
 */
export async function tick(given: string, turning: Turning): Promise<Answer> {
  const { secret, deliver, log } = turning
  if (secret === '') return failure(501, 'NO_SECRET', 'TICK_SECRET is not set.')
  // Digests: how long a comparison takes says nothing about the secret.
  if ((await digest(given)) !== (await digest(`Bearer ${secret}`))) {
    return failure(403, 'FORBIDDEN', 'This request does not carry the secret.')
  }
  try {
    const until = Date.now() + ROUND_MS
    let [taken, all] = [0, 0]
    do {
      taken = await deliverDueMails(turning)
      all += taken
    } while (taken > 0 && Date.now() < until)
    if (deliver === null) return failure(501, 'NO_MAILER', 'No mailer is set up.')
    return { status: 200, body: { taken: all } }
  } catch (error) {
    log(`tick: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The database did not answer. It is tried again.')
  }
}

async function digest(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return new Uint8Array(bytes).join()
}
