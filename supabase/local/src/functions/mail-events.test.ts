import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readSigned } from '../../../functions/_shared/webhook.ts'
import { mailEvents } from '../../../functions/mail-events/mail-events.ts'

const secret = `whsec_${btoa('a secret of this test')}`
const at = '2026-11-22T23:41:12.126Z'
const now = Date.parse('2026-11-22T23:41:13Z')

beforeEach(() => vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function signedRequest(
  body: string,
  { name = 'svix', age = 0, by = secret, more = '' } = {},
): Request {
  const time = Math.floor(now / 1000) - age
  const key = Buffer.from(by.replace(/.*whsec_/, ''), 'base64')
  const signature = createHmac('sha256', key).update(`msg_1.${time}.${body}`).digest('base64')
  return new Request('https://x.example', {
    method: 'POST',
    headers: {
      [`${name}-id`]: 'msg_1',
      [`${name}-timestamp`]: String(time),
      [`${name}-signature`]: `${more}v1,${signature}`,
    },
    body,
  })
}

const refusalOf = async (request: Request, secrets = secret) => {
  const read = await readSigned(request, secrets)
  return 'refused' in read ? read.refused.body.code : read.json
}

describe('a signature by Standard Webhooks', () => {
  test('is accepted as in the example of the specification', async () => {
    vi.setSystemTime(1_614_265_330_000)
    const request = new Request('https://x.example', {
      method: 'POST',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
      body: '{"test": 2432232314}',
    })
    expect(await refusalOf(request, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toEqual({
      test: 2_432_232_314,
    })
  })

  test.each([
    ['of the provider', signedRequest('{}'), secret],
    ['of Auth', signedRequest('{}', { name: 'webhook' }), `v1,${secret}`],
    ['of five minutes ago', signedRequest('{}', { age: 300 }), secret],
    ['of a clock that runs ahead', signedRequest('{}', { age: -300 }), secret],
    ['with the first of two secrets', signedRequest('{}'), `v1,${secret} v1,whsec_b3RoZXI=`],
    ['with the second of two secrets', signedRequest('{}'), `v1,whsec_b3RoZXI=,v1,${secret}`],
    ['with the second as Auth has them', signedRequest('{}'), `v1,whsec_b3RoZXI=|v1,${secret}`],
    ['after others', signedRequest('{}', { more: 'v1a,x v1,b3RoZXI= v1,! ' }), secret],
  ])('%s is taken', async (_, request, secrets) => {
    expect(await refusalOf(request, secrets)).toEqual({})
  })

  test.each([
    ['of five minutes and a second ago', { age: 301 }],
    ['that comes in five minutes and a second', { age: -301 }],
    ['with another secret', { by: `whsec_${btoa('another')}` }],
    ['under other headers', { name: 'stripe' }],
    ['after ten others', { more: 'v1,b3RoZXI= '.repeat(10) }],
  ])('%s is refused', async (_, options) => {
    expect(await refusalOf(signedRequest('{}', options))).toBe('BAD_SIGNATURE')
  })

  test.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'with another or without a %s is refused',
    async (header) => {
      for (const value of [null, '', 'x', '1']) {
        const request = signedRequest('{}', { name: 'webhook' })
        if (value === null) request.headers.delete(header)
        else request.headers.set(header, value)
        expect(await refusalOf(request)).toBe('BAD_SIGNATURE')
      }
    },
  )

  test.each(['', 'v1', 'whsec_', 'whsec_!', secret.slice(6)])(
    'cannot be checked with the secret "%s", so no event is accepted',
    async (secrets) => {
      expect(await refusalOf(signedRequest('{}'), secrets)).toBe('NO_SECRET')
    },
  )
})

describe('an event of the mail provider', () => {
  const event = (type: string, data: object = {}) =>
    JSON.stringify({ type, created_at: at, data: { to: ['Ada@example.org'], ...data } })
  const permanent = { bounce: { type: 'Permanent', subType: 'Suppressed', message: 'Gone.' } }
  const calls: unknown[] = []

  async function outcome(body: string, answer: () => Response = () => Response.json(true)) {
    calls.length = 0
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      calls.push([url, JSON.parse(String(init.body))])
      return answer()
    })
    const { status, body: said } = await mailEvents(signedRequest(body), {
      restUrl: 'https://x.example/rest/v1',
      serviceKey: 'service',
      secrets: secret,
      log: () => undefined,
    })
    return `${status} ${said.outcome ?? said.code}`
  }

  test.each([
    ['BOUNCED', event('email.bounced', permanent)],
    ['COMPLAINED', event('email.complained')],
  ])('ends mail: %s', async (reason, body) => {
    expect(await outcome(body)).toBe('200 ENDED')
    expect(calls).toEqual([
      [
        'https://x.example/rest/v1/rpc/end_mail',
        { address: 'Ada@example.org', reason, happened_at: at },
      ],
    ])
    expect(await outcome(body, () => Response.json(false))).toBe('200 KNOWN')
  })

  test.each([
    event('email.bounced', { bounce: { type: 'Transient' } }),
    event('email.bounced', { bounce: { type: 'Undetermined' } }),
    event('email.bounced'),
    event('email.delivery_delayed', permanent),
    event('email.delivered'),
    event('email.complained', { to: [] }),
    event('email.complained', { to: ['ada@example.org', 'ben@example.org'] }),
    event('email.complained', { to: 'ada@example.org' }),
    event('email.complained').replace(at, 'yesterday'),
    '{}',
    'null',
    '[]',
  ])('is ignored otherwise: %s', async (body) => {
    expect(await outcome(body)).toBe('200 IGNORED')
    expect(calls).toEqual([])
  })

  test('gets an answer by which the provider sends it again if the database does not store it', async () => {
    const body = event('email.complained')
    expect(await outcome(body, () => new Response(null, { status: 503 }))).toBe('502 API_FAILED')
    expect(await outcome(body, () => Response.error())).toBe('502 API_FAILED')
  })
})
