import { type Answer, failure } from '../_shared/answer.ts'
import { sha256Hex } from '../_shared/sha256-hex.ts'
import { type DeliveryOptions, deliverDueMails, verifyDueRuns } from './deliver-due-mails.ts'

// This file uses neither Deno nor Node, because the edge function and the tests both run it.

/** The longest call in milliseconds; the next one comes a minute later. */
const ROUND_MS = 60_000

/** The settings of a call of the worker. */
export interface TickOptions extends DeliveryOptions {
  /** The secret that callers have to send; empty if none is set. */
  secret: string
}

/**
 * Runs the worker of due mails for a caller with the secret (rules/due-work#motor).
 *
 * Answers 200 {taken: number of jobs}; 403 FORBIDDEN, 501 NO_SECRET, 501 NO_MAILER after it has done
 * the due jobs of other services, 502 API_FAILED.
 * @param given the caller's header, as `Bearer …`
 */
export async function tick(given: string, options: TickOptions): Promise<Answer> {
  const { secret, deliver, log } = options
  if (secret === '') return failure(501, 'NO_SECRET', 'TICK_SECRET is not set.')
  // Digests are compared, so that the time of the comparison reveals nothing about the secret.
  if ((await sha256Hex(given)) !== (await sha256Hex(`Bearer ${secret}`))) {
    return failure(403, 'FORBIDDEN', 'This request does not carry the secret.')
  }
  try {
    const [mails, runs] = await Promise.all([
      emptied(deliverDueMails, options),
      emptied(verifyDueRuns, options),
    ])
    if (deliver === null) return failure(501, 'NO_MAILER', "Email isn't set up.")
    return { status: 200, body: { taken: mails + runs } }
  } catch (error) {
    log(`tick: ${error instanceof Error ? error.message : error}`)
    return failure(502, 'API_FAILED', 'The database did not answer. It is tried again.')
  }
}

/** Works on a queue until it is empty or the call has taken long. Returns how many jobs were looked at. */
async function emptied(work: typeof deliverDueMails, options: DeliveryOptions): Promise<number> {
  const until = Date.now() + ROUND_MS
  let [taken, all] = [0, 0]
  do {
    taken = await work(options)
    all += taken
  } while (taken > 0 && Date.now() < until)
  return all
}
