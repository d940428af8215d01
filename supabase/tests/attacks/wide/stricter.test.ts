import { createHash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeFor, stepAt } from '../../../local/src/auth/totp'
import { useDatabase } from '../../database'
import { serviceClient, strangerClient } from '../../wire/clients'
import { promise } from '../../wire/promise'
import { codeOf, raw, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// Guarantees of the embedded backend that Supabase does not give, and that no other test over the wire checks.
const db = useDatabase()
const password = 'correct horse'
const anyEmail = () => `${randomUUID()}@example.test`

/** Creates a confirmed account, and signs it in. */
async function account() {
  const email = anyEmail()
  const made = await serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
  expect(made.error).toBeNull()
  const client = strangerClient()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return { email, client }
}

const outcome = ({ error }: { error: { code?: string; message: string } | null }) =>
  error ? (error.code ?? error.message) : 'accepted'

const post = (path: string, body: object) => raw(`/auth/v1${path}`, { method: 'POST', body })

test('a code of an authenticator app works once', async () => {
  const { mfa } = (await account()).client.auth
  const { data: factor } = await mfa.enroll({ factorType: 'totp' })
  if (!factor || !('totp' in factor)) throw new Error('no factor')
  const code = codeFor(factor.totp.secret, stepAt(Date.now()))
  const use = async () => outcome(await mfa.challengeAndVerify({ factorId: factor.id, code }))
  expect(await use()).toBe('accepted')
  promise('authenticator-code-twice', await use(), {
    here: 'mfa_verification_failed',
    elsewhere: 'accepted',
  })
})

test('the token of a link cannot be computed from the email and the code', async () => {
  const { email } = await account()
  const { data } = await serviceClient().auth.admin.generateLink({ type: 'magiclink', email })
  const { email_otp = '', hashed_token = '' } = data.properties ?? {}
  expect(hashed_token).not.toBe('')
  const guess = createHash('sha224').update(`${email}${email_otp}`).digest('hex')
  promise('predictable-link-tokens', hashed_token.includes(guess), { here: false, elsewhere: true })
})

test('a change to an email that is taken gets the same answer as any other', async () => {
  const change = async (to: string) => {
    const { auth } = (await account()).client
    return outcome(await auth.updateUser({ email: to }))
  }
  expect(await change(anyEmail())).toBe('accepted')
  promise('taken-email-named', await change((await account()).email), {
    here: 'accepted',
    elsewhere: 'email_exists',
  })
})

test('a second request for a mail does not reveal who has an account', async () => {
  const { email } = await account()
  const second = async (to: string) => {
    await post('/recover', { email: to })
    return (await post('/recover', { email: to })).status
  }
  promise('second-mail-reveals-account', [await second(email), await second(anyEmail())], {
    here: [200, 200],
    elsewhere: [429, 200],
  })
})

test('a password that was chosen before the owner signed up does not open the account', async () => {
  const email = anyEmail()
  await post('/signup', { email, password: 'of a stranger' })
  await post('/signup', { email, password })
  const { data } = await serviceClient().auth.admin.generateLink({ type: 'magiclink', email })
  const token_hash = data.properties?.hashed_token ?? ''
  expect((await strangerClient().auth.verifyOtp({ type: 'email', token_hash })).error).toBeNull()
  const stranger = { email, password: 'of a stranger' }
  const came = outcome(await strangerClient().auth.signInWithPassword(stranger))
  promise('first-password-stays', came, {
    here: 'invalid_credentials',
    elsewhere: 'accepted',
  })
})

test.each(['planned', 'estimated'])('nobody gets the %s count of rows', async (count) => {
  const headers = { prefer: `count=${count}` }
  const token = await tokenFor(await db.person())
  const answer = await rest('profiles?select=id&limit=1', { token, headers })
  promise('estimated-counts', answer.headers.get('content-range'), {
    here: expect.stringMatching(/\/\*$/),
    elsewhere: expect.stringMatching(/\/\d+$/),
  })
})

test('a body of more than a megabyte is refused before it is read', async () => {
  const body = { method: 'POST', body: { note: 'x'.repeat(1_000_001) } }
  const answer = await rest('rpc/public_settings', body)
  promise('large-bodies', [answer.status, codeOf(answer)], {
    here: [413, expect.any(String)],
    elsewhere: [404, 'PGRST202'],
  })
})
