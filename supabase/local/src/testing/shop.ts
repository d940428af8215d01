import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { freePort } from '../free-port'
import { startBackend } from '../main'
import { readJson } from './auth-server'
import { makeMigratedDataDir } from './cluster'

/** Signing secrets of the endpoint at Stripe: the new one and the earlier one. */
export const [secret, oldSecret] = ['whsec_new_one_for_tests', 'whsec_old_one_for_tests']

/**
 * Starts the whole product with a course for sale, a member as its buyer, and functions that send Stripe's
 * events.
 */
export async function startShop() {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
  const backend = await startBackend({
    dataDir: await makeMigratedDataDir(folder),
    port: await freePort(),
    webhookSecret: `${secret}, ${oldSecret}`,
  })
  const database = new pg.Pool({ connectionString: backend.databaseUrl('postgres'), max: 2 })
  const course = { id: randomUUID(), slug: `sold-${randomUUID().slice(0, 8)}` }

  async function sql(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
    return (await database.query(text, values)).rows
  }

  async function person(): Promise<string> {
    const id = randomUUID()
    await sql(`insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())`, [
      id,
      `${id}@example.test`,
    ])
    return id
  }

  await sql(
    `insert into public.courses (id, title, slug, status) values ($1, 'Sold', $2, 'PUBLISHED')`,
    [course.id, course.slug],
  )
  const member = await person()

  const purchase = async (ref: string) =>
    (
      await sql(
        `select user_id, course_id, amount_cents::float8, refunded_cents::float8, currency, provider, status
         from public.purchases where provider_ref = $1`,
        [ref],
      )
    )[0]
  const grants = (person: string) =>
    sql(
      `select e.source, p.provider_ref from public.entitlements e left join public.purchases p on p.id = e.purchase_id
       where e.user_id = $1 and e.course_id = $2 order by e.source`,
      [person, course.id],
    )
  /** Returns the notices for administrators about an event. */
  const notices = (event: string) =>
    sql(
      'select type, reasons, times, dealt_at is null as open from private.purchase_notices where event_id = $1',
      [event],
    )
  /** Returns a Checkout session with most fields that Stripe sends. */
  function aSession(changes: object = {}) {
    return {
      id: anId('cs'),
      object: 'checkout.session',
      adaptive_pricing: { enabled: false },
      amount_subtotal: 14_900,
      amount_total: 14_900,
      automatic_tax: { enabled: false, liability: null, provider: null, status: null },
      cancel_url: 'https://rookies.example/courses',
      client_reference_id: member,
      created: seconds() - 90,
      currency: 'eur',
      customer: null,
      customer_details: {
        address: { country: 'DE' },
        email: 'ada@example.org',
        name: 'Ada Okafor',
      },
      expires_at: seconds() + 86_310,
      invoice: null,
      livemode: false,
      locale: 'en',
      metadata: { course_id: course.id },
      mode: 'payment',
      payment_intent: anId('pi'),
      payment_method_types: ['card', 'sepa_debit'],
      payment_status: 'paid',
      status: 'complete',
      subscription: null,
      success_url: 'https://rookies.example/app/dashboard',
      total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 2379 },
      ...changes,
    }
  }
  async function post(
    payload: string,
    header: string | null,
  ): Promise<Record<string, unknown> & { status: number }> {
    const answer = await fetch(`${backend.url}/functions/v1/purchase-webhook`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header !== null && { 'stripe-signature': header }),
      },
      body: payload,
    })
    return { status: answer.status, ...(await readJson(answer)) }
  }

  /** Delivers an event like Stripe: as indented JSON, signed. */
  function deliver(event: object) {
    const payload = JSON.stringify(event, null, 2)
    return post(payload, signature(payload))
  }
  return {
    backend,
    course,
    member,
    sql,
    person,
    purchase,
    grants,
    notices,
    aSession,
    post,
    deliver,
    async stop() {
      await database.end()
      await backend.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Returns an id in Stripe's format. */
export const anId = (prefix: string) => `${prefix}_test_${randomUUID().replaceAll('-', '')}`
export const seconds = () => Math.floor(Date.now() / 1000)
export const hmac = (key: string, text: string) =>
  createHmac('sha256', key).update(text).digest('hex')
export const signature = (payload: string, key = secret, time = seconds()) =>
  `t=${time},v1=${hmac(key, `${time}.${payload}`)},v0=${'0'.repeat(64)}`

/** Returns an event with the fields of every Stripe event. */
export function anEvent(type: string, object: object, id = anId('evt')) {
  return {
    id,
    object: 'event',
    api_version: '2025-03-31.basil',
    created: seconds() - 3,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}
export function aCharge(payment_intent: string, amount_refunded: number, amount = 14_900) {
  return {
    id: anId('ch'),
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded,
    balance_transaction: anId('txn'),
    billing_details: { email: 'ada@example.org', name: 'Ada Okafor', phone: null },
    captured: true,
    currency: 'eur',
    disputed: false,
    metadata: {},
    paid: true,
    payment_intent,
    refunded: amount_refunded === amount,
    status: 'succeeded',
  }
}

export function aDispute(payment_intent: string, status: string, amount = 14_900) {
  return {
    id: anId('du'),
    object: 'dispute',
    amount,
    charge: anId('ch'),
    currency: 'eur',
    evidence_details: { due_by: seconds() + 600_000, has_evidence: false },
    is_charge_refundable: false,
    payment_intent,
    reason: 'fraudulent',
    status,
  }
}
export function aRefund(payment_intent: string, changes: object = {}) {
  return {
    id: anId('re'),
    object: 'refund',
    amount: 14_900,
    balance_transaction: anId('txn'),
    charge: anId('ch'),
    created: seconds() - 86_400,
    currency: 'eur',
    failure_reason: 'expired_or_canceled_card',
    metadata: {},
    payment_intent,
    reason: null,
    status: 'failed',
    ...changes,
  }
}
export const completed = (session: object) => anEvent('checkout.session.completed', session)
export const done = (outcome: string, problems: string[] = []) =>
  expect.objectContaining({ status: 200, received: true, outcome, problems })
