import { type Answer, failure } from '../_shared/answer.ts'
import { BadEvent, eventName, type PurchaseEvent, readStripeEvent } from './stripe-event.ts'
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
 * Answers 200 {received, outcome, problems} also for what is not about a purchase here (`IGNORED`), for
 * what a person has to look at (an unknown member or course), and for what can never be taken
 * (`REFUSED`, rules/purchases#refused-events): sending it again would not help. 400 BAD_SIGNATURE, 422
 * BAD_EVENT for what is no event at all, 501 NO_SECRET; 502 API_FAILED, upon which Stripe sends it again.
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
  const json = parsed(payload)
  const named = eventName(json)
  if (!named) {
    receiving.log('purchase-webhook: refused what is no event')
    return failure(422, 'BAD_EVENT', 'This is not an event.')
  }
  try {
    const event = readStripeEvent(json)
    if (event === null) return { status: 200, body: { received: true, outcome: 'IGNORED' } }
    return await record(event, receiving)
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) }
    receiving.log(`purchase-webhook: ${named.event_id} ${named.type}: ${message}`)
    const reason = error instanceof BadEvent ? error.reason : 'FAILED'
    const noted = await refuse({ provider: 'stripe', ...named, reason }, receiving)
    if (!noted || reason === 'FAILED') {
      return failure(502, 'API_FAILED', 'The event could not be recorded. Send it again.')
    }
    return { status: 200, body: { received: true, outcome: 'REFUSED', problems: [reason] } }
  }
}

async function record(event: PurchaseEvent, receiving: Receiving): Promise<Answer> {
  const answer = await call('record_purchase_event', event, receiving)
  if (answer.status === 422) throw new BadEvent('BAD_EVENT', 'refused by the database')
  if (!answer.ok) throw new Error(`record_purchase_event() answered ${answer.status}`)
  const result: unknown = await answer.json()
  const body = { received: true, ...(typeof result === 'object' ? result : {}) }
  const problems = 'problems' in body && Array.isArray(body.problems) ? body.problems : []
  if (problems.length > 0) {
    receiving.log(
      `purchase-webhook: ${event.event_id} ${event.kind} ${event.ref}: ${problems.join(', ')}`,
    )
  }
  return { status: 200, body }
}

/** Notes for administrators what could not be taken; false where that failed too. */
async function refuse(event: object, receiving: Receiving): Promise<boolean> {
  try {
    return (await call('refuse_purchase_event', event, receiving)).ok
  } catch {
    return false
  }
}

function call(name: string, values: object, receiving: Receiving): Promise<Response> {
  const { restUrl, serviceKey, signal } = receiving
  return fetch(`${restUrl}/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(values),
    ...(signal ? { signal } : {}),
  })
}

/** Null for what is no JSON. */
function parsed(payload: Uint8Array<ArrayBuffer>): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(payload))
  } catch {
    return null
  }
}
