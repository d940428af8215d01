import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeFor, stepAt } from '../../../local/src/auth/totp'
import { turnSwitches } from '../../agreement/switches'
import { useDatabase } from '../../database'
import { clientOf, strangerClient, type WireClient } from '../../wire/clients'
import { courseTree } from '../../wire/course-trees'
import { lastMailTo } from '../../wire/mails'

// Each setting, changed by an administrator, takes effect for everybody (rules/settings#settings).
const db = useDatabase()
const password = 'correct horse'
const anyEmail = () => `${randomUUID()}@example.test`
let admin: WireClient
let restore: () => Promise<unknown>

beforeAll(async () => {
  admin = await clientOf(await db.person({ role: 'ADMIN' }))
})
beforeEach(async () => {
  restore = await turnSwitches(db, {
    allow_registration: true,
    require_email_verification: true,
    enable_two_factor: false,
    maintenance_mode: false,
  })
})
afterEach(() => restore())

type Switch =
  | 'allow_registration'
  | 'require_email_verification'
  | 'enable_two_factor'
  | 'maintenance_mode'

async function turn(name: Switch, on: boolean): Promise<void> {
  const change: Partial<Record<Switch, boolean>> = { [name]: on }
  const { data } = await admin.from('settings').update(change).eq('id', true).select('id')
  expect(data).toEqual([{ id: true }])
}

const signUp = (client: WireClient, email: string, data: object = {}) =>
  client.auth.signUp({ email, password, options: { data } })

/** Creates a verified person through a sign-up, and signs them in. */
async function person(role = 'MEMBER') {
  const email = anyEmail()
  const { data } = await signUp(strangerClient(), email)
  await db.authService('update auth.users set email_confirmed_at = now() where email = $1', [email])
  await db.owner('update public.profiles set role = $2 where email = $1', [email, role])
  const client = strangerClient()
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  return { client, email, id: data.user?.id ?? '' }
}

test('while registration is closed, a stranger cannot create an account, and an invited person can', async () => {
  await turn('allow_registration', false)
  expect((await strangerClient().rpc('public_settings')).data).toMatchObject({
    allow_registration: false,
  })
  const email = anyEmail()
  const refused = await signUp(strangerClient(), email)
  expect(refused.error).toMatchObject({
    status: 422,
    message: 'Registration is closed. You need an invite to sign up.',
  })
  const code = await strangerClient().auth.signInWithOtp({ email })
  expect(code.error).not.toBeNull()
  expect(await db.authService('select id from auth.users where email = $1', [email])).toEqual([])

  const { data: invite } = await admin.rpc('create_invite', { email })
  const welcome = await signUp(strangerClient(), email, { invite_token: Object(invite).token })
  expect(welcome.error).toBeNull()
  expect(await db.authService('select id from auth.users where email = $1', [email])).toHaveLength(
    1,
  )
})

test('while verification is required, a person cannot sign in before they have verified their email', async () => {
  const email = anyEmail()
  const signed = await signUp(strangerClient(), email)
  expect(signed.data.session).toBeNull()
  const client = strangerClient()
  const early = await client.auth.signInWithPassword({ email, password })
  expect(early.error?.code).toBe('email_not_confirmed')
  const [, hash = ''] =
    /(?:token_hash=|confirm-email\/)([\w-]+)/.exec(await lastMailTo(email)) ??
    /token=([\w-]+)/.exec(await lastMailTo(email)) ??
    []
  const confirmed = await client.auth.verifyOtp({ type: 'email', token_hash: hash })
  expect(confirmed.error).toBeNull()
  expect((await client.rpc('boot')).data).toMatchObject({ account: { state: 'ACTIVE' } })
})

test('while verification is not required, a new account is signed in at once; once the setting requires it, an unverified account sees nothing', async () => {
  await turn('require_email_verification', false)
  const client = strangerClient()
  const signed = await signUp(client, anyEmail())
  expect(signed.data.session).not.toBeNull()
  expect((await client.rpc('boot')).data).toMatchObject({ account: { state: 'ACTIVE' } })

  const late = await db.person({ verified: false })
  await db.authService('update auth.users set email_confirmed_at = null where id = $1', [late.id])
  const other = await clientOf(late)
  expect((await other.from('profiles').select('id')).data).toEqual([{ id: late.id }])
  await turn('require_email_verification', true)
  expect((await other.from('profiles').select('id')).data).toEqual([])
  expect((await other.rpc('boot')).data).toMatchObject({ account: { state: 'UNVERIFIED' } })
})

test('during maintenance, only administrators get access; signing in and password resets still work', async () => {
  const member = await person()
  const moderator = await person('MODERATOR')
  const { lesson } = await courseTree(db, {
    by: await db.person(),
    entitled: [{ id: member.id, email: member.email }],
  })
  const opened = () => member.client.from('lessons').select('id').eq('id', lesson)
  expect((await opened()).data).toEqual([{ id: lesson }])

  await turn('maintenance_mode', true)
  for (const { client } of [member, moderator]) {
    expect((await client.rpc('boot')).data).toMatchObject({
      account: { state: 'MAINTENANCE' },
      permissions: [],
      settings: { maintenance_mode: true },
    })
    for (const table of ['lessons', 'courses', 'profiles', 'entitlements'] as const) {
      expect((await client.from(table).select('*')).data, table).toEqual([])
    }
    const write = await client.from('lesson_completions').insert({ lesson_id: lesson })
    expect(write.error?.code).toBe('42501')
  }
  expect((await admin.from('profiles').select('id').eq('id', member.id)).data).toHaveLength(1)
  expect((await strangerClient().rpc('public_settings')).data).toMatchObject({
    maintenance_mode: true,
  })

  const again = strangerClient()
  const signedIn = await again.auth.signInWithPassword({ email: member.email, password })
  expect(signedIn.error).toBeNull()
  await strangerClient().auth.resetPasswordForEmail(member.email)
  const [, hash = ''] = /reset-password\/([\w-]+)/.exec(await lastMailTo(member.email)) ?? []
  const recovering = strangerClient()
  await recovering.auth.verifyOtp({ type: 'recovery', token_hash: hash })
  expect((await recovering.auth.updateUser({ password: 'new words' })).error).toBeNull()

  await turn('maintenance_mode', false)
  const reopened = recovering.from('lessons').select('id').eq('id', lesson)
  expect((await reopened).data).toEqual([{ id: lesson }])
  // The new password has ended the other sessions.
  expect((await opened()).error?.code).toBe('PT401')
})

test('while two-factor is required, staff have no more rights than members until they enter a code; members need no code', async () => {
  const administrator = await person('ADMIN')
  const member = await person()
  const others = () => administrator.client.from('profiles').select('id').eq('id', member.id)
  expect((await others()).data).toHaveLength(1)

  await turn('enable_two_factor', true)
  expect((await others()).data).toEqual([])
  expect((await administrator.client.rpc('boot')).data).toMatchObject({
    account: { state: 'ACTIVE', aal_required: true },
  })
  expect((await member.client.rpc('boot')).data).toMatchObject({
    account: { state: 'ACTIVE', aal_required: false },
  })

  const { data: factor } = await administrator.client.auth.mfa.enroll({ factorType: 'totp' })
  if (!factor || !('totp' in factor)) throw new Error('no factor')
  const { error } = await administrator.client.auth.mfa.challengeAndVerify({
    factorId: factor.id,
    code: codeFor(factor.totp.secret, stepAt(Date.now())),
  })
  expect(error).toBeNull()
  expect((await others()).data).toHaveLength(1)
  // The password alone does not give access any more.
  const weak = strangerClient()
  await weak.auth.signInWithPassword({ email: administrator.email, password })
  expect((await weak.from('profiles').select('id').eq('id', member.id)).data).toEqual([])
})
