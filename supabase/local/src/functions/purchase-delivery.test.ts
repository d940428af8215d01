import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { isSigned } from '../../../functions/purchase-webhook/stripe-signature.ts'
import { freePort } from '../free-port'
import { localServiceKey } from '../gateway/local-keys'
import { readJson } from '../testing/auth-server'
import {
  aCharge,
  anEvent,
  anId,
  completed,
  done,
  hmac,
  oldSecret,
  seconds,
  secret,
  signature,
  startShop,
} from '../testing/shop'

const { sql, person, purchase, grants, aSession, post, deliver, backend, stop } = await startShop()
afterAll(stop)
afterEach(() => vi.unstubAllGlobals())

describe('a repeated event', () => {
  test('changes nothing more, even after access was revoked by hand', async () => {
    const buyer = await person()
    const event = completed(aSession({ client_reference_id: buyer }))
    await deliver(event)
    await sql('delete from public.entitlements where user_id = $1', [buyer])
    expect(await deliver(event)).toEqual({
      ...(await deliver(event)),
      outcome: 'GRANTED',
      replayed: true,
    })
    // Another event of the same sale changes nothing either.
    await deliver({ ...event, id: anId('evt') })
    expect(await grants(buyer)).toEqual([])
    expect(await sql(`select 1 from public.purchases where user_id = $1`, [buyer])).toHaveLength(1)
  })

  test('that reports an earlier failure, or arrives after the payment, changes nothing', async () => {
    const buyer = await person()
    const session = aSession({ client_reference_id: buyer })
    await deliver(completed(session))
    await deliver(anEvent('checkout.session.async_payment_failed', session))
    await deliver(completed({ ...session, payment_status: 'unpaid' }))
    expect(await purchase(session.payment_intent)).toMatchObject({ status: 'COMPLETED' })
    expect(await grants(buyer)).toHaveLength(1)
  })

  test('counts once with concurrent deliveries and its refund', async () => {
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

  test('is accepted in maintenance too', async () => {
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
  test('is required, and has to be made with a configured secret, recently and for these bytes', async () => {
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
    // While a secret is replaced, Stripe signs with both, and both are set.
    const other = hmac('whsec_another', `${time}.${payload}`)
    expect(await post(payload, `t=${time},v1=${other},v1=${right}`)).toMatchObject({ status: 200 })
    const older = JSON.stringify(completed(aSession()))
    expect(await post(older, signature(older, oldSecret, time - 290))).toMatchObject({
      status: 200,
    })
  })

  test('is checked over the bytes of a body that is not text', async () => {
    const payload = new Uint8Array([0, 255, 10, 13, 128])
    const now = 1_700_000_000
    const v1 = createHmac('sha256', secret).update(`${now}.`).update(payload).digest('hex')
    const header = `t=${now},v1=${v1}`
    expect(await isSigned({ payload, header, secrets: ['x', secret], now })).toBe(true)
    expect(await isSigned({ payload, header, secrets: ['x'], now })).toBe(false)
    expect(await isSigned({ payload, header, secrets: [], now })).toBe(false)
  })

  test('is not accepted without a configured secret, and the gateway needs no key only for this address', async () => {
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

test('when deployed, the function does the same, and reports missing settings and failures', async () => {
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
