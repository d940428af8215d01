import type { Call, Deployment } from '../call'
import type { Stage } from '../stage'
import { formerSecret, hookSecret, signed, unsignedCalls } from './common'

const address = 'newcomer@rookies.test'

/** Returns an event as Resend sends it. */
const event = (type: string, data: object = {}) =>
  JSON.stringify({ type, created_at: new Date().toISOString(), data: { to: [address], ...data } })

export async function mailEvents(stage: Stage): Promise<Deployment[]> {
  const bounced = event('email.bounced', { bounce: { type: 'Permanent', subType: 'General' } })
  const secrets = { ...stage.project, MAIL_WEBHOOK_SECRET: `${formerSecret} ${hookSecret}` }
  const call = (name: string, body: string, outcome: string): Call => ({
    name,
    headers: signed('svix', body),
    body,
    expected: { status: 200, body: { received: true, outcome } },
  })
  const look = () =>
    stage.sql('select reason from private.ended_mail where address = $1', [address])
  return [
    {
      title: 'mail-events',
      secrets,
      calls: [
        ...unsignedCalls('svix', bounced),
        call('an event that is none', '{}', 'IGNORED'),
        {
          ...call(
            'a bounce that passes',
            event('email.bounced', { bounce: { type: 'Transient' } }),
            'IGNORED',
          ),
          afterwards: { look, expected: [] },
        },
        {
          ...call('a bounce', bounced, 'ENDED'),
          afterwards: { look, expected: [{ reason: 'BOUNCED' }] },
        },
        call('the same again', bounced, 'KNOWN'),
      ],
    },
    {
      title: 'mail-events, without its secret',
      secrets: stage.project,
      calls: [
        {
          ...call('a bounce', bounced, ''),
          expected: { status: 501, body: { code: 'NO_SECRET' } },
        },
      ],
    },
    {
      title: 'mail-events, while the API is down',
      secrets: { ...secrets, SUPABASE_URL: 'http://127.0.0.1:1' },
      calls: [
        {
          ...call('a bounce', bounced, ''),
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
