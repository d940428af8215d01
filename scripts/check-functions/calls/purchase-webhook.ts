import { createHmac, randomUUID } from 'node:crypto'
import type { Call, Deployment } from '../call'
import type { Stage } from '../stage'
import { otherMethods } from './common'

const secret = 'whsec_of_this_check'
const seconds = () => Math.floor(Date.now() / 1000)
const anId = (prefix: string) => `${prefix}_check_${randomUUID().replaceAll('-', '')}`

/** Returns the header with which Stripe signs an event. */
function signature(payload: string, key = secret, time = seconds()): Record<string, string> {
  const v1 = createHmac('sha256', key).update(`${time}.${payload}`).digest('hex')
  return { 'stripe-signature': `t=${time},v1=${v1}` }
}

/** Returns the event that Stripe sends about a purchase. */
function sale(member: string, course: string, amount_total = 14_900): string {
  return JSON.stringify({
    id: anId('evt'),
    object: 'event',
    type: 'checkout.session.completed',
    created: seconds() - 3,
    data: {
      object: {
        id: anId('cs'),
        mode: 'payment',
        payment_status: 'paid',
        payment_intent: anId('pi'),
        amount_total,
        currency: 'eur',
        client_reference_id: member,
        metadata: { course_id: course },
      },
    },
  })
}

export async function purchaseWebhook(stage: Stage): Promise<Deployment[]> {
  const course = await stage.course()
  const [row] = await stage.sql('select id from public.profiles where email = $1', [
    'newcomer@rookies.test',
  ])
  const member = String(row?.id)
  const payload = sale(member, course)
  const notSigned = { status: 400, body: { code: 'BAD_SIGNATURE' } }
  const grants = {
    look: () =>
      stage.sql('select source from public.entitlements where user_id = $1 and course_id = $2', [
        member,
        course,
      ]),
    expected: [{ source: 'PURCHASE' }],
  }
  /** Returns a call with a signature like Stripe's. */
  const signed = (name: string, body: string, expected: Call['expected']): Call => ({
    name,
    headers: signature(body),
    body,
    expected,
  })
  const received = (outcome: string, problems: string[] = []) => ({
    status: 200,
    body: { received: true, outcome, problems },
  })
  const settings = { ...stage.project, STRIPE_WEBHOOK_SECRET: `whsec_before, ${secret}` }
  return [
    {
      title: 'purchase-webhook',
      secrets: settings,
      calls: [
        ...otherMethods,
        { name: 'no signature', body: payload, expected: notSigned },
        {
          name: 'a signature with another secret',
          headers: signature(payload, 'whsec_another'),
          body: payload,
          expected: notSigned,
        },
        {
          name: 'a signature of another body',
          headers: signature(payload),
          body: `${payload} `,
          expected: notSigned,
        },
        {
          name: 'a signature of ten minutes ago',
          headers: signature(payload, secret, seconds() - 600),
          body: payload,
          expected: notSigned,
        },
        signed('too long a body', 'x'.repeat(1_000_001), {
          status: 413,
          body: { code: 'TOO_LARGE' },
        }),
        signed('a body that is no JSON', '{"', { status: 422, body: { code: 'BAD_EVENT' } }),
        signed('JSON that is no event', '{}', { status: 422, body: { code: 'BAD_EVENT' } }),
        signed(
          'an event about something else',
          JSON.stringify({ id: anId('evt'), type: 'invoice.paid', created: seconds(), data: {} }),
          { status: 200, body: { received: true, outcome: 'IGNORED' } },
        ),
        signed(
          'a sale to an unknown member',
          sale(randomUUID(), course),
          received('RECORDED', ['UNKNOWN_MEMBER']),
        ),
        signed(
          'a sale of half a cent',
          sale(member, course, 0.5),
          received('REFUSED', ['BAD_AMOUNT']),
        ),
        { ...signed('a sale', payload, received('GRANTED')), afterwards: grants },
        {
          ...signed('the same again', payload, { status: 200, body: { received: true } }),
          afterwards: grants,
        },
      ],
    },
    {
      title: 'purchase-webhook, without its secret',
      secrets: stage.project,
      calls: [signed('a sale', payload, { status: 501, body: { code: 'NO_SECRET' } })],
    },
    {
      title: 'purchase-webhook, while the API is down',
      secrets: { ...settings, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [signed('a sale', payload, { status: 502, body: { code: 'API_FAILED' } })],
    },
  ]
}
