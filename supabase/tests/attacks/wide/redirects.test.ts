import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { strangerClient } from '../../wire/clients'
import { lastMailTo } from '../../wire/mails'
import { project } from '../../wire/project'
import { raw } from '../../wire/rest'

// The server decides where mails and their links lead, not the request.
const db = useDatabase()
const password = 'correct horse'
const origin = project.site
const { host } = new URL(origin)

const elsewhere = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  `${origin}.evil.example/`,
  `${origin}@evil.example/`,
  `http://evil.example/#${origin}/`,
  `http://evil.example/?${origin}/**`,
  'javascript:alert(1)',
  'data:text/html,x',
]

let email: string

beforeAll(async () => {
  email = `${randomUUID()}@example.test`
  await strangerClient().auth.signUp({ email, password })
  await db.authService('update auth.users set email_confirmed_at = now() where email = $1', [email])
})

test('a mail that was requested with another address links to the product', async () => {
  for (const redirectTo of elsewhere) {
    const address = `${randomUUID()}@example.test`
    const options = { emailRedirectTo: redirectTo }
    await strangerClient().auth.signUp({ email: address, password, options })
    expect(decoded(await lastMailTo(address)), redirectTo).not.toMatch(/evil|javascript:|data:text/)
  }
})

test('a link with another address in it redirects to the product, with a right or wrong code', async () => {
  for (const target of elsewhere) {
    for (const type of ['signup', 'recovery', 'magiclink', 'email_change', 'nonsense']) {
      const query = new URLSearchParams({ token: 'wrong', type, redirect_to: target })
      const answer = await raw(`/auth/v1/verify?${query}`)
      const location = answer.headers.get('location')
      if (location !== null) expect(new URL(location, origin).host, target).toBe(host)
      expect(answer.text).not.toContain('evil.example')
    }
  }
})

test('a recovery link works once', async () => {
  await strangerClient().auth.resetPasswordForEmail(email)
  const [, token] = /reset-password\/([\w-]+)/.exec(await lastMailTo(email)) ?? []
  expect(token).toBeDefined()
  const redeem = () =>
    strangerClient().auth.verifyOtp({ type: 'recovery', token_hash: token ?? '' })
  expect((await redeem()).error).toBeNull()
  expect((await redeem()).error?.code).toBe('otp_expired')
})

test('a code that was requested in one browser is refused in another', async () => {
  const query = { auth_code: randomUUID(), code_verifier: 'x'.repeat(64) }
  const answer = await raw('/auth/v1/token?grant_type=pkce', { method: 'POST', body: query })
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
})

test('forged tokens do not become a session', async () => {
  const client = strangerClient()
  const { data, error } = await client.auth.setSession({
    access_token: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4In0.x',
    refresh_token: randomUUID(),
  })
  expect(data.session).toBeNull()
  expect(error).not.toBeNull()
  const refreshed = await client.auth.refreshSession({ refresh_token: randomUUID() })
  expect(refreshed.data.session).toBeNull()
})

function decoded(text: string): string {
  return text.replace(/%[0-9A-F]{2}/gi, (piece) =>
    String.fromCharCode(parseInt(piece.slice(1), 16)),
  )
}
