import { type Answer, failure } from '../_shared/answer.ts'
import { readJson } from '../_shared/read-body.ts'
import { BadEvent, eventName, type PurchaseEvent, readStripeEvent } from './stripe-event.ts'
import { isSigned } from './stripe-signature.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

export interface Delivery {
  /** The unchanged bytes of the body. */
  payload: Uint8Array<ArrayBuffer>
  /** The header `Stripe-Signature`. */
  signature: string
}

export interface WebhookOptions {
  /** Address of the REST API, without a slash at the end. */
  restUrl: string
  serviceKey: string
  /** Signing secrets of the endpoint, separated by commas or blanks; empty if none is set. */
  secrets: string
  log: (line: string) => void
  /** Stops the work. */
  signal?: AbortSignal
}

/**
 * Takes one event of Stripe: records the purchase and grants the course, or takes the grant back
 * (rules/purchases#signed-events). The database decides the outcome.
 *
 * Answers 200 {received, outcome, problems}, so that Stripe does not send the event again, also for an event
 * that does not concern a purchase (`IGNORED`), for an unknown member or course, which a person has to
 * resolve, and for an event that can never be taken (`REFUSED`, rules/purchases#refused-events).
 * Answers 400 BAD_SIGNATURE, 422 BAD_EVENT for an invalid event, 501 NO_SECRET; and 502 API_FAILED, after
 * which Stripe sends the event again.
 */
export async function purchaseWebhook(
  delivery: Delivery,
  options: WebhookOptions,
): Promise<Answer> {
  const secrets = options.secrets.split(/[\s,]+/).filter((secret) => secret !== '')
  if (secrets.length === 0) {
    return failure(501, 'NO_SECRET', 'No signing secret is set up for this webhook.')
  }
  const { payload, signature: header } = delivery
  const now = Math.floor(Date.now() / 1000)
  if (!(await isSigned({ payload, header, secrets, now }))) {
    // All invalid signatures get the same answer, so that an attacker cannot find out why one is wrong.
    return failure(400, 'BAD_SIGNATURE', 'This request does not carry a valid, recent signature.')
  }
  const json = readJson(payload)
  const named = eventName(json)
  if (!named) {
    options.log('purchase-webhook: refused what is no event')
    return failure(422, 'BAD_EVENT', 'This is not an event.')
  }
  try {
    const event = readStripeEvent(json)
    if (event === null) return { status: 200, body: { received: true, outcome: 'IGNORED' } }
    return await record(event, options)
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: String(error) }
    options.log(`purchase-webhook: ${named.event_id} ${named.type}: ${message}`)
    const reason = error instanceof BadEvent ? error.reason : 'FAILED'
    const noted = await refuse({ provider: 'stripe', ...named, reason }, options)
    if (!noted || reason === 'FAILED') {
      return failure(502, 'API_FAILED', 'The event could not be recorded. Send it again.')
    }
    return { status: 200, body: { received: true, outcome: 'REFUSED', problems: [reason] } }
  }
}

async function record(event: PurchaseEvent, options: WebhookOptions): Promise<Answer> {
  const answer = await call('record_purchase_event', event, options)
  if (answer.status === 422) throw new BadEvent('BAD_EVENT', 'refused by the database')
  if (!answer.ok) throw new Error(`record_purchase_event() answered ${answer.status}`)
  const result: unknown = await answer.json()
  const body = { received: true, ...(typeof result === 'object' ? result : {}) }
  const problems = 'problems' in body && Array.isArray(body.problems) ? body.problems : []
  if (problems.length > 0) {
    options.log(
      `purchase-webhook: ${event.event_id} ${event.kind} ${event.ref}: ${problems.join(', ')}`,
    )
  }
  return { status: 200, body }
}

/** Stores an event that could not be recorded, for administrators to look at. Returns false if that failed. */
async function refuse(event: object, options: WebhookOptions): Promise<boolean> {
  try {
    return (await call('refuse_purchase_event', event, options)).ok
  } catch {
    return false
  }
}

function call(name: string, values: object, options: WebhookOptions): Promise<Response> {
  const { restUrl, serviceKey, signal } = options
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
