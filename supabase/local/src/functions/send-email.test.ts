import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Mail } from '../../../functions/_shared/mail-content.ts'
import { Refused } from '../../../functions/_shared/mailer.ts'
import { sendEmail } from '../../../functions/send-email/send-email.ts'

// Auth's hook for its mails (docs/mail.md).

const secret = `v1,whsec_${btoa('a secret of this test')}`
let sent: Mail[] = []

/** Auth joins the signatures of its secrets with a comma and a blank. */
function request(body: string): Request {
  const time = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', 'a secret of this test')
    .update(`1.${time}.${body}`)
    .digest('base64')
  return new Request('https://x.example', {
    method: 'POST',
    headers: {
      'webhook-id': '1',
      'webhook-timestamp': String(time),
      'webhook-signature': `v1,b3RoZXI=, v1,${signature}`,
    },
    body,
  })
}

const call = (email_action_type: string, data: object = {}, user: object = {}) => ({
  user: { email: 'ada@old.example', ...user },
  email_data: {
    token: '305805',
    token_hash: 'pkce_a hash',
    redirect_to: 'https://learn.example.org/login',
    email_action_type,
    site_url: 'http://127.0.0.1:9999',
    token_new: '',
    token_hash_new: '',
    ...data,
  },
})

const hook = (body: object, more: object = {}) =>
  sendEmail(request(JSON.stringify(body)), {
    restUrl: 'https://abc.supabase.co/rest/v1',
    storageUrl: 'https://abc.supabase.co/storage/v1',
    authUrl: 'https://abc.supabase.co/auth/v1',
    serviceKey: 'service',
    siteUrl: 'https://learn.example.org/',
    secrets: secret,
    deliver: async (mail) => void sent.push(mail),
    log: () => undefined,
    ...more,
  })

const answers = (settings: () => Promise<Response>) => vi.stubGlobal('fetch', settings)

beforeEach(() => {
  sent = []
  answers(async () =>
    Response.json({ site_name: 'Harbour School', contact_email: 'desk@x.example' }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const link = (type: string, hash = 'pkce_a+hash') =>
  `https://abc.supabase.co/auth/v1/verify?token=${hash}&type=${type}&redirect_to=https%3A%2F%2Flearn.example.org%2Flogin`

test.each([
  ['signup', 'Confirm your email', 'https://learn.example.org/confirm-email/pkce_a hash'],
  ['recovery', 'Reset your password', 'https://learn.example.org/reset-password/pkce_a hash'],
  ['magiclink', 'Your code to log in: 305805', link('magiclink')],
  ['email', 'Your code to log in: 305805', link('email')],
  ['invite', 'You are invited to Harbour School', link('invite')],
  ['reauthentication', 'Your confirmation code: 305805', '305805'],
])('a call for %s sends "%s"', async (action, subject, text) => {
  expect(await hook(call(action))).toEqual({ status: 200, body: { sent: 1 } })
  expect(sent).toMatchObject([
    { to: 'ada@old.example', subject, school: 'Harbour School', replyTo: 'desk@x.example' },
  ])
  expect(sent[0]?.text).toContain(text)
})

describe('a changed email', () => {
  const user = { new_email: 'ada@new.example' }

  test('is confirmed from both emails, each with its own hash', async () => {
    const data = { token_new: '640271', token_hash_new: 'of_old' }
    expect(await hook(call('email_change', data, user))).toMatchObject({ body: { sent: 2 } })
    expect(sent.map(({ to }) => to)).toEqual(['ada@new.example', 'ada@old.example'])
    expect(sent[0]?.text).toContain(link('email_change'))
    expect(sent[1]?.text).toContain(link('email_change', 'of_old'))
    for (const { text, html } of sent) {
      expect(text).toContain('from ada@old.example to ada@new.example')
      expect(html).toContain('Harbour School')
    }
    expect(sent[0]?.messageId).not.toBe(sent[1]?.messageId)
  })

  test('is confirmed only from the new email, if Auth requests no other', async () => {
    expect(await hook(call('email_change', {}, user))).toMatchObject({ body: { sent: 1 } })
    expect(sent).toMatchObject([{ to: 'ada@new.example' }])
  })
})

test('a mail that Auth lets send again has the same id', async () => {
  await hook(call('recovery'))
  await hook(call('recovery'))
  await hook(call('recovery', { token_hash: 'another' }))
  const [first, again, other] = sent.map(({ messageId }) => messageId)
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(first).not.toContain('hash')
})

test.each([
  [call('password_changed_notification'), '200 0'],
  [call('mfa_factor_enrolled_notification'), '200 0'],
  [call('farewell'), '422 UNKNOWN_KIND'],
  [call('constructor'), '422 UNKNOWN_KIND'],
  [call('signup', {}, { email: '' }), '422 BAD_EVENT'],
  [call('signup', { token_hash: '' }), '422 BAD_EVENT'],
  [{}, '422 BAD_EVENT'],
])('%j sends nothing', async (body, said) => {
  const answer = await hook(body)
  expect(`${answer.status} ${answer.body.sent ?? answer.body.code}`).toBe(said)
  expect(sent).toEqual([])
})

test('an unsigned call sends nothing', async () => {
  const other = `v1,whsec_${btoa('another secret')}`
  expect(await hook(call('signup'), { secrets: other })).toMatchObject({ status: 401 })
  expect(await hook(call('signup'), { secrets: '' })).toMatchObject({ status: 501 })
  expect(sent).toEqual([])
})

test.each([
  ['no mailer', { deliver: null }, { status: 501, body: { code: 'NO_MAILER' } }],
  [
    'a provider that fails',
    { deliver: () => Promise.reject(new Error('down')) },
    { status: 503, body: { code: 'MAIL_FAILED' }, headers: { 'retry-after': '1' } },
  ],
  [
    'a provider that refuses the mail for good',
    { deliver: () => Promise.reject(new Refused('no such mailbox')) },
    { status: 422, body: { code: 'BAD_MAIL' } },
  ],
])('with %s, Auth learns that nothing was sent', async (_, more, answer) => {
  const lines: string[] = []
  const said = await hook(call('signup'), { ...more, log: (line: string) => lines.push(line) })
  expect(said).toMatchObject(answer)
  expect(said.headers ?? {}).toEqual('headers' in answer ? answer.headers : {})
  expect(JSON.stringify([said, lines])).not.toMatch(/ada@|305805|pkce/)
})

test('a mail leaves under the name of the product, if the settings cannot be read', async () => {
  for (const settings of [
    async () => new Response(null, { status: 503 }),
    () => Promise.reject(new DOMException('too late', 'TimeoutError')),
  ]) {
    answers(settings)
    expect(await hook(call('recovery'))).toMatchObject({ body: { sent: 1 } })
  }
  expect(sent.map(({ school }) => school)).toEqual(['Rookies', 'Rookies'])
})
