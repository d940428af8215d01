import { type Answer, failure } from '../_shared/answer.ts'
import { BadEvent, type PurchaseEvent, readStripeEvent } from './stripe-event.ts'
import { isSigned } from './stripe-signature.ts'

// Nothing of Deno or Node in here: the edge function and the embedded backend both run it.

export interface Delivery {
  /** The body, byte for byte. */
  payload: Uint8Array<ArrayBuffer>
  /** The header `Stripe-Signature`. */
  signature: string
}

export interface Receiving {
  /** Where the tables answer, without a slash at the end. */
  restUrl: string
  serviceKey: string
  /** Signing secrets of the endpoint, separated by commas or blanks; empty when none is set up. */
  secrets: string
  log: (line: string) => void
  /** Ends what is under way. */
  signal?: AbortSignal
}

/**
 * Takes one event of Stripe's: records the purchase and grants the course, or takes that grant back
 * (rules/purchases#signed-events). What it came to is decided by the database.
 *
 * Answers 200 {received, outcome, problems} also for what is not about a purchase here (`IGNORED`) and
 * for what a person has to look at (an unknown member or course): sending it again would not help.
 * 400 BAD_SIGNATURE, 422 BAD_EVENT, 501 NO_SECRET; 502 API_FAILED, upon which Stripe sends it again.
 */
export async function purchaseWebhook(delivery: Delivery, receiving: Receiving): Promise<Answer> {
  const secrets = receiving.secrets.split(/[\s,]+/).filter((secret) => secret !== '')
  if (secrets.length === 0) {
    return failure(501, 'NO_SECRET', 'No signing secret is set up for this webhook.')
  }
  const { payload, signature: header } = delivery
  const now = Math.floor(Date.now() / 1000)
  if (!(await isSigned({ payload, header, secrets, now }))) {
    // One answer for every way of being wrong: a guess learns nothing.
    return failure(400, 'BAD_SIGNATURE', 'This request does not carry a valid, recent signature.')
  }
  let event: PurchaseEvent | null
  try {
    event = readStripeEvent(JSON.parse(new TextDecoder().decode(payload)))
  } catch (error) {
    const why = error instanceof BadEvent ? error.message : 'no JSON'
    receiving.log(`purchase-webhook: refused an event: ${why}`)
    return failure(422, 'BAD_EVENT', `This is not an event that can be recorded: ${why}.`)
  }
  if (event === null) return { status: 200, body: { received: true, outcome: 'IGNORED' } }
  try {
    return await record(event, receiving)
  } catch (error) {
    receiving.log(
      `purchase-webhook: ${event.event_id}: ${error instanceof Error ? error.message : error}`,
    )
    return failure(502, 'API_FAILED', 'The event could not be recorded. Send it again.')
  }
}

async function record(event: PurchaseEvent, receiving: Receiving): Promise<Answer> {
  const { restUrl, serviceKey, log, signal } = receiving
  const answer = await fetch(`${restUrl}/rpc/record_purchase_event`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(event),
    ...(signal ? { signal } : {}),
  })
  if (answer.status === 422) {
    log(`purchase-webhook: ${event.event_id} ${event.kind} ${event.ref}: refused by the database`)
    return failure(422, 'BAD_EVENT', 'This is not an event that can be recorded.')
  }
  if (!answer.ok) throw new Error(`record_purchase_event() answered ${answer.status}`)
  const result: unknown = await answer.json()
  const body = { received: true, ...(typeof result === 'object' ? result : {}) }
  const problems = 'problems' in body && Array.isArray(body.problems) ? body.problems : []
  if (problems.length > 0) {
    log(`purchase-webhook: ${event.event_id} ${event.kind} ${event.ref}: ${problems.join(', ')}`)
  }
  return { status: 200, body }
}
