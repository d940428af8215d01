import { createHmac, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { isSigned } from '../../../functions/purchase-webhook/stripe-signature.ts'
import { freePort } from '../free-port'
import { localServiceKey } from '../gateway/local-keys'
import { type Backend, startBackend } from '../main'
import { readJson } from '../testing/auth-server'

const folder = mkdtempSync(join(tmpdir(), 'rookies-test-'))
const [secret, oldSecret] = ['whsec_new_one_for_tests', 'whsec_old_one_for_tests']
let backend: Backend
let database: pg.Pool
let member: string
let course: { id: string; slug: string }

beforeAll(async () => {
  backend = await startBackend({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    webhookSecret: `${secret}, ${oldSecret}`,
  })
  database = new pg.Pool({ connectionString: backend.databaseUrl('postgres'), max: 2 })
  course = { id: randomUUID(), slug: `sold-${randomUUID().slice(0, 8)}` }
  await sql(
    `insert into public.courses (id, title, slug, status) values ($1, 'Sold', $2, 'PUBLISHED')`,
    [course.id, course.slug],
  )
  member = await person()
})

afterAll(async () => {
  await database.end()
  await backend.stop()
  rmSync(folder, { recursive: true, force: true })
})

afterEach(() => vi.unstubAllGlobals())

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

const purchase = async (ref: string) =>
  (
    await sql(
      `select user_id, course_id, amount_cents, refunded_cents, currency, provider, status
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

/** Ids in Stripe's form. */
const anId = (prefix: string) => `${prefix}_test_${randomUUID().replaceAll('-', '')}`
const seconds = () => Math.floor(Date.now() / 1000)
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')
const signature = (payload: string, key = secret, time = seconds()) =>
  `t=${time},v1=${hmac(key, `${time}.${payload}`)},v0=${'0'.repeat(64)}`

/** An event as Stripe sends it, with the fields that come with every one. */
function anEvent(type: string, object: object, id = anId('evt')) {
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

/** A Checkout session, with much of what Stripe sends along. */
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
    customer_details: { address: { country: 'DE' }, email: 'ada@example.org', name: 'Ada Okafor' },
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

function aCharge(payment_intent: string, amount_refunded: number, amount = 14_900) {
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

function aDispute(payment_intent: string, status: string, amount = 14_900) {
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

/** Delivers an event as Stripe does: indented JSON, signed. */
function deliver(event: object) {
  const payload = JSON.stringify(event, null, 2)
  return post(payload, signature(payload))
}

const completed = (session: object) => anEvent('checkout.session.completed', session)
const done = (outcome: string, problems: string[] = []) =>
  expect.objectContaining({ status: 200, received: true, outcome, problems })

describe('a sale', () => {
  test('that is paid is recorded, and opens the course to its buyer', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    expect(await deliver(completed(session))).toEqual(done('GRANTED'))
    expect(await purchase(session.payment_intent)).toEqual({
      user_id: buyer,
      course_id: course.id,
      amount_cents: 14_900,
      refunded_cents: 0,
      currency: 'EUR',
      provider: 'stripe',
      status: 'COMPLETED',
    })
    expect(await grants(buyer)).toEqual([
      { source: 'PURCHASE', provider_ref: session.payment_intent },
    ])
    expect(
      await sql(
        `select action, user_id, actor from public.audit_logs where action like 'entitlement.%' and after ->> 'user_id' = $1`,
        [buyer],
      ),
    ).toEqual([{ action: 'entitlement.grant', user_id: null, actor: 'authenticator' }])
  })

  test('by bank transfer waits for its money, and is told when it never comes', async () => {
    const [payer, other] = [await person(), await person()]
    const unpaid = { payment_status: 'unpaid', status: 'complete' }
    const good = aSession({ client_reference_id: payer, ...unpaid })
    expect(await deliver(completed(good))).toEqual(done('RECORDED'))
    expect(await purchase(good.payment_intent)).toMatchObject({ status: 'PENDING' })
    expect(await grants(payer)).toEqual([])
    const paid = { ...good, payment_status: 'paid' }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED'),
    )
    expect(await grants(payer)).toHaveLength(1)

    const bad = aSession({ client_reference_id: other, ...unpaid })
    await deliver(completed(bad))
    expect(await deliver(anEvent('checkout.session.async_payment_failed', bad))).toEqual(
      done('RECORDED'),
    )
    expect(await purchase(bad.payment_intent)).toMatchObject({ status: 'FAILED' })
    expect(await grants(other)).toEqual([])
  })

  test('that costs nothing, in yen, by slug, or of a community, is one too', async () => {
    const buyer = await person()
    const free = aSession({
      client_reference_id: null,
      metadata: { user_id: buyer, course_slug: course.slug },
      payment_intent: null,
      payment_status: 'no_payment_required',
      amount_total: 0,
      currency: 'jpy',
    })
    expect(await deliver(completed(free))).toEqual(done('GRANTED'))
    expect(await purchase(free.id)).toMatchObject({
      amount_cents: 0,
      currency: 'JPY',
      course_id: course.id,
    })

    const [place] = await sql(
      `insert into public.communities (name, slug, access_type) values ('Paid talk', $1, 'PAID') returning id, slug`,
      [`paid-${randomUUID().slice(0, 8)}`],
    )
    const talk = aSession({ client_reference_id: buyer, metadata: { community_slug: place?.slug } })
    expect(await deliver(completed(talk))).toEqual(done('RECORDED'))
    expect(
      await sql('select community_id, status from public.purchases where provider_ref = $1', [
        talk.payment_intent,
      ]),
    ).toEqual([{ community_id: place?.id, status: 'COMPLETED' }])
  })

  test('is known by its session until it has a payment', async () => {
    const buyer = await person()
    const session = aSession({
      client_reference_id: buyer,
      payment_intent: null,
      payment_status: 'unpaid',
    })
    await deliver(completed(session))
    const payment_intent = anId('pi')
    const paid = { ...session, payment_intent, payment_status: 'paid' }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED'),
    )
    expect(await purchase(session.id)).toBeUndefined()
    expect(await deliver(anEvent('charge.refunded', aCharge(payment_intent, 14_900)))).toEqual(
      done('REFUNDED'),
    )
    expect(await grants(buyer)).toEqual([])
  })

  test('that expires unpaid fails, and one that was never begun leaves nothing', async () => {
    const session = aSession({ payment_status: 'unpaid' })
    await deliver(completed(session))
    const expired = { ...session, status: 'expired' }
    expect(await deliver(anEvent('checkout.session.expired', expired))).toEqual(done('RECORDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'FAILED' })
    const left = aSession({ payment_status: 'unpaid', status: 'expired', payment_intent: null })
    expect(await deliver(anEvent('checkout.session.expired', left))).toEqual(done('NOTED'))
    expect(await purchase(left.id)).toBeUndefined()
  })

  test('opens what the seller’s metadata says, never what the buyer wrote', async () => {
    const buyer = await person()
    const own = aSession({ client_reference_id: course.id, metadata: { user_id: buyer } })
    expect(await deliver(completed(own))).toEqual(done('RECORDED', ['NO_COURSE']))
    expect(await grants(buyer)).toEqual([])
  })
})

describe('what has to be looked at', () => {
  test('is recorded and told, without anything about the buyer', async () => {
    const disabled = await person()
    await sql('update public.profiles set disabled_at = now() where id = $1', [disabled])
    const deleted = await person()
    await sql('delete from auth.users where id = $1', [deleted])
    const cases: [object, string, string[]][] = [
      [{ client_reference_id: disabled }, 'GRANTED', ['MEMBER_DISABLED']],
      [{ client_reference_id: deleted }, 'RECORDED', ['UNKNOWN_MEMBER']],
      [{ client_reference_id: "x' or 1=1" }, 'RECORDED', ['UNKNOWN_MEMBER']],
      [{ client_reference_id: null }, 'RECORDED', ['NO_MEMBER']],
      [{ metadata: { course_id: randomUUID() } }, 'RECORDED', ['UNKNOWN_COURSE']],
      [{ metadata: { course_slug: 'no-such-course' } }, 'RECORDED', ['UNKNOWN_COURSE']],
      [{ metadata: {} }, 'RECORDED', ['NO_COURSE']],
    ]
    for (const [changes, outcome, problems] of cases) {
      const session = aSession(changes)
      const answer = await deliver(completed(session))
      expect(answer).toEqual(done(outcome, problems))
      expect(JSON.stringify(answer)).not.toContain('ada@')
      expect(await purchase(session.payment_intent)).toMatchObject({ status: 'COMPLETED' })
    }
    expect(await grants(disabled)).toHaveLength(1)
  })

  test('an amount that is another than before is told, and what was paid counts', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer, payment_status: 'unpaid' })
    await deliver(completed(session))
    const paid = { ...session, payment_status: 'paid', amount_total: 9_900 }
    expect(await deliver(anEvent('checkout.session.async_payment_succeeded', paid))).toEqual(
      done('GRANTED', ['AMOUNT_DIFFERS']),
    )
    expect(await purchase(session.payment_intent)).toMatchObject({ amount_cents: 9_900 })
  })

  test('nonsense is refused although it is signed', async () => {
    for (const changes of [
      { amount_total: -1 },
      { amount_total: 1.5 },
      { amount_total: '14900' },
      { amount_total: null },
      { amount_total: 3_000_000_000 },
      { currency: 'euro' },
      { currency: null },
      { id: null },
    ]) {
      const answer = await deliver(completed(aSession(changes)))
      expect(answer).toMatchObject({ status: 422, code: 'BAD_EVENT' })
    }
    expect(await post('{', signature('{'))).toMatchObject({ status: 422, code: 'BAD_EVENT' })
    expect(await post('[]', signature('[]'))).toMatchObject({ status: 422, code: 'BAD_EVENT' })
  })

  test('other events, other modes and other people’s sales are answered and left alone', async () => {
    const before = await sql('select count(*) from public.purchases')
    for (const event of [
      anEvent('customer.created', { id: anId('cus'), object: 'customer' }),
      anEvent('payment_intent.succeeded', { id: anId('pi'), object: 'payment_intent' }),
      completed(aSession({ mode: 'subscription' })),
      completed(aSession({ mode: 'setup', amount_total: null, currency: null })),
      completed(aSession({ client_reference_id: null, metadata: { mug: 'blue' } })),
      anEvent('charge.refunded', { ...aCharge('', 100), payment_intent: null }),
    ]) {
      expect(await deliver(event)).toEqual({ status: 200, received: true, outcome: 'IGNORED' })
    }
    expect(await deliver(anEvent('charge.refunded', aCharge(anId('pi'), 14_900)))).toEqual(
      done('WAITING'),
    )
    expect(await sql('select count(*) from public.purchases')).toEqual(before)
  })
})

describe('money that goes back', () => {
  test('takes the grant of its purchase and no other, and leaves the progress', async () => {
    const buyer = await person()
    const [first, second] = [
      aSession({ client_reference_id: buyer }),
      aSession({ client_reference_id: buyer }),
    ]
    await deliver(completed(first))
    await deliver(completed(second))
    await sql(
      'insert into public.entitlements (user_id, course_id, granted_by_id) values ($1, $2, null)',
      [buyer, course.id],
    )
    expect(
      await deliver(anEvent('charge.refunded', aCharge(first.payment_intent, 14_900))),
    ).toEqual(done('REFUNDED'))
    expect(await purchase(first.payment_intent)).toMatchObject({
      status: 'REFUNDED',
      refunded_cents: 14_900,
    })
    expect(await grants(buyer)).toEqual([
      { source: 'MANUAL', provider_ref: null },
      { source: 'PURCHASE', provider_ref: second.payment_intent },
    ])
  })

  test('in part leaves the access, until the parts are the whole', async () => {
    const buyer = await person()
    const { payment_intent, ...session } = aSession({ client_reference_id: buyer })
    await deliver(completed({ ...session, payment_intent }))
    const part = (sum: number) => deliver(anEvent('charge.refunded', aCharge(payment_intent, sum)))
    expect(await part(5_000)).toEqual(done('RECORDED'))
    expect(await purchase(payment_intent)).toMatchObject({
      status: 'COMPLETED',
      refunded_cents: 5_000,
    })
    expect(await grants(buyer)).toHaveLength(1)
    await part(9_000)
    // An older one that comes late tells of less.
    await part(7_000)
    expect(await purchase(payment_intent)).toMatchObject({ refunded_cents: 9_000 })
    expect(await part(14_900)).toEqual(done('REFUNDED'))
    expect(await grants(buyer)).toEqual([])
  })

  test('by a lost dispute is like a refund; an open or a won one changes nothing', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    await deliver(completed(session))
    const dispute = (type: string, status: string) =>
      deliver(anEvent(`charge.dispute.${type}`, aDispute(session.payment_intent, status)))
    expect(await dispute('created', 'needs_response')).toEqual(done('RECORDED'))
    expect(await dispute('closed', 'won')).toEqual(done('RECORDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({
      status: 'COMPLETED',
      refunded_cents: 0,
    })
    expect(await grants(buyer)).toHaveLength(1)
    expect(await dispute('closed', 'lost')).toEqual(done('REFUNDED'))
    expect(await grants(buyer)).toEqual([])
  })

  test('before the sale is known waits for it, and the sale gives nothing', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    expect(
      await deliver(anEvent('charge.refunded', aCharge(session.payment_intent, 14_900))),
    ).toEqual(done('WAITING'))
    expect(await deliver(completed(session))).toEqual(done('REFUNDED'))
    expect(await purchase(session.payment_intent)).toMatchObject({
      user_id: buyer,
      status: 'REFUNDED',
    })
    expect(await grants(buyer)).toEqual([])
  })

  test('is the end: nothing that comes late revives a purchase', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer, payment_status: 'unpaid' })
    await deliver(completed(session))
    await deliver(anEvent('charge.refunded', aCharge(session.payment_intent, 14_900)))
    for (const late of [
      'async_payment_succeeded',
      'completed',
      'async_payment_failed',
      'expired',
    ]) {
      const paid = { ...session, payment_status: 'paid' }
      expect(await deliver(anEvent(`checkout.session.${late}`, paid))).toEqual(done('REFUNDED'))
    }
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'REFUNDED' })
    expect(await grants(buyer)).toEqual([])
  })
})

describe('an event', () => {
  test('that comes again does nothing more, even after access was taken by hand', async () => {
    const buyer = await person()
    const event = completed(aSession({ client_reference_id: buyer }))
    await deliver(event)
    await sql('delete from public.entitlements where user_id = $1', [buyer])
    expect(await deliver(event)).toEqual({
      ...(await deliver(event)),
      outcome: 'GRANTED',
      replayed: true,
    })
    // Nor does another event of the same sale.
    await deliver({ ...event, id: anId('evt') })
    expect(await grants(buyer)).toEqual([])
    expect(await sql(`select 1 from public.purchases where user_id = $1`, [buyer])).toHaveLength(1)
  })

  test('that fails before, or waits after, what was paid changes nothing', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    await deliver(completed(session))
    await deliver(anEvent('checkout.session.async_payment_failed', session))
    await deliver(completed({ ...session, payment_status: 'unpaid' }))
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'COMPLETED' })
    expect(await grants(buyer)).toHaveLength(1)
  })

  test('at the same moment, twice and with its refund, counts once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const buyer = await person()
      const session = aSession({ client_reference_id: buyer })
      const sale = completed(session)
      const again = completed(session)
      const refund = anEvent('charge.refunded', aCharge(session.payment_intent, 14_900))
      const answers = await Promise.all(
        [sale, sale, again, sale, refund, refund, again].map(deliver),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
      expect(await purchase(session.payment_intent)).toMatchObject({ status: 'REFUNDED' })
      expect(await grants(buyer)).toEqual([])
      const only = await person()
      const other = completed(aSession({ client_reference_id: only }))
      const both = await Promise.all([other, other, other, other].map(deliver))
      expect(both.filter(({ replayed }) => !replayed)).toHaveLength(1)
      expect(await grants(only)).toHaveLength(1)
    }
  })

  test('is taken in maintenance too', async () => {
    await sql('update public.settings set maintenance_mode = true')
    try {
      const buyer = await person()
      expect(await deliver(completed(aSession({ client_reference_id: buyer })))).toEqual(
        done('GRANTED'),
      )
      expect(await grants(buyer)).toHaveLength(1)
    } finally {
      await sql('update public.settings set maintenance_mode = false')
    }
  })
})

describe('a signature', () => {
  test('is asked for, and has to be ours, recent and of these very bytes', async () => {
    const event = completed(aSession())
    const payload = JSON.stringify(event)
    const time = seconds()
    const right = hmac(secret, `${time}.${payload}`)
    for (const header of [
      null,
      '',
      'nonsense',
      `t=${time}`,
      `v1=${right}`,
      `t=${time},v1=${right.slice(0, -1)}`,
      `t=${time},v1=${right.slice(0, -1)}x`,
      `t=${time},v0=${right}`,
      `t=${time + 1},v1=${right}`,
      `t=${time},t=${time},v1=${right}`,
      `t=abc,v1=${right}`,
      signature(payload, 'whsec_another'),
      signature(payload, secret, time - 301),
      signature(payload, secret, time + 330),
      signature(`${payload} `),
    ]) {
      expect([header, await post(payload, header)]).toEqual([
        header,
        {
          status: 400,
          code: 'BAD_SIGNATURE',
          message: 'This request does not carry a valid, recent signature.',
        },
      ])
    }
    expect(await purchase(String(Reflect.get(event.data.object, 'payment_intent')))).toBeUndefined()
    // While a secret is rolled Stripe signs with both, and we know both.
    const other = hmac('whsec_another', `${time}.${payload}`)
    expect(await post(payload, `t=${time},v1=${other},v1=${right}`)).toMatchObject({ status: 200 })
    const older = JSON.stringify(completed(aSession()))
    expect(await post(older, signature(older, oldSecret, time - 290))).toMatchObject({
      status: 200,
    })
  })

  test('fits bytes that are no text', async () => {
    const payload = new Uint8Array([0, 255, 10, 13, 128])
    const now = 1_700_000_000
    const v1 = createHmac('sha256', secret).update(`${now}.`).update(payload).digest('hex')
    const header = `t=${now},v1=${v1}`
    expect(await isSigned({ payload, header, secrets: ['x', secret], now })).toBe(true)
    expect(await isSigned({ payload, header, secrets: ['x'], now })).toBe(false)
    expect(await isSigned({ payload, header, secrets: [], now })).toBe(false)
  })

  test('does not help without a secret of ours, and the gateway opens for this one address', async () => {
    const ask = (path: string, init: RequestInit) =>
      fetch(`${backend.url}/functions/v1${path}`, init)
    expect((await ask('/purchase-webhook', {})).status).toBe(401)
    expect((await ask('/purchase-webhook/x', { method: 'POST' })).status).toBe(401)
    expect((await ask('/send-invite', { method: 'POST' })).status).toBe(401)
    const large = 'x'.repeat(1_000_001)
    expect(await post(large, signature(large))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  })
})

/** Loads the edge function as Deno would, with these settings. */
async function deploy(settings: Record<string, string>) {
  let serve: (request: Request) => Promise<Response> = () => Promise.reject(new Error('not served'))
  vi.stubGlobal('Deno', {
    env: { get: (name: string) => settings[name] },
    serve: (handler: typeof serve) => {
      serve = handler
    },
  })
  vi.resetModules()
  await import('../../../functions/purchase-webhook/index.ts')
  return async (payload: string, method = 'POST') => {
    const headers = { 'stripe-signature': signature(payload) }
    const answer = await serve(
      new Request('http://localhost/purchase-webhook', {
        method,
        headers,
        ...(method === 'POST' && { body: payload }),
      }),
    )
    return { status: answer.status, ...(await readJson(answer)) }
  }
}

test('deployed, it does the same, and says what is missing or down', async () => {
  const buyer = await person()
  const payload = JSON.stringify(completed(aSession({ client_reference_id: buyer })))
  const project = { SUPABASE_URL: backend.url, SUPABASE_SERVICE_ROLE_KEY: localServiceKey }
  const bare = await deploy(project)
  expect(await bare(payload)).toMatchObject({ status: 501, code: 'NO_SECRET' })
  expect(await bare(payload, 'GET')).toMatchObject({ status: 405 })

  const logged: string[] = []
  vi.spyOn(console, 'error').mockImplementation((line) => void logged.push(String(line)))
  const down = await deploy({
    SUPABASE_URL: `http://127.0.0.1:${await freePort()}`,
    SUPABASE_SERVICE_ROLE_KEY: localServiceKey,
    STRIPE_WEBHOOK_SECRET: secret,
  })
  expect(await down(payload)).toMatchObject({ status: 502, code: 'API_FAILED' })
  const call = await deploy({ ...project, STRIPE_WEBHOOK_SECRET: secret })
  expect(await call(payload)).toEqual(done('GRANTED'))
  expect(await grants(buyer)).toHaveLength(1)
  const odd = JSON.stringify(completed(aSession({ client_reference_id: randomUUID() })))
  expect(await call(odd)).toEqual(done('RECORDED', ['UNKNOWN_MEMBER']))
  expect(logged.at(-1)).toMatch(
    /^purchase-webhook: evt_test_\w+ COMPLETED pi_test_\w+: UNKNOWN_MEMBER$/,
  )
  for (const line of logged) expect(line).not.toMatch(/whsec|ada@|eyJ/)
})
