import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { codeFor, stepAt } from '../../../local/src/auth/totp'
import { useDatabase } from '../../database'
import { serviceClient, strangerClient } from '../../wire/clients'

// A change of the security of an account through Auth adds one audit record with its cause
// (rules/records#security-records).
const db = useDatabase()

test('Auth’s changes of passwords, second factors and accounts are recorded', async () => {
  const [client, service] = [strangerClient(), serviceClient()]
  const email = `${randomUUID()}@example.test`
  const { data: made } = await service.auth.admin.createUser({
    ...{ email, password: 'the-first-password', email_confirm: true },
    user_metadata: { name: 'Vera Visitor' },
  })
  const id = made.user?.id ?? ''
  const signIn = async (password: string) => {
    expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull()
  }
  const change = async (password: string) => {
    expect((await client.auth.updateUser({ password })).error).toBeNull()
  }

  await signIn('the-first-password')
  await change('the-second-password')
  await service.auth.admin.updateUserById(id, { password: 'the-third-password' })

  const { data: link } = await service.auth.admin.generateLink({ type: 'recovery', email })
  const token_hash = link.properties?.hashed_token ?? ''
  expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
  await change('the-fourth-password')

  await signIn('the-fourth-password')
  const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
  const secret = factor?.type === 'totp' ? factor.totp.secret : ''
  const factorId = factor?.id ?? ''
  const code = codeFor(secret, stepAt(Date.now()))
  expect((await client.auth.mfa.challengeAndVerify({ factorId, code })).error).toBeNull()
  expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await service.auth.admin.deleteUser(id)).error).toBeNull()

  const records = await db.owner(
    `select action, actor, after, user_agent, ip_address from public.audit_logs
     where target_type = 'user' and target_id = $1 order by id`,
    [id],
  )
  const hand = 'supabase_auth_admin'
  expect(records.map(({ action, actor, after }) => ({ action, actor, after }))).toEqual([
    { action: 'user.password_change', actor: null, after: { means: 'own' } },
    { action: 'user.password_change', actor: hand, after: { means: 'administrator' } },
    { action: 'user.password_change', actor: null, after: { means: 'mail' } },
    { action: 'user.factor_add', actor: null, after: { means: 'own' } },
    { action: 'user.factor_remove', actor: null, after: { means: 'own' } },
    { action: 'user.delete', actor: hand, after: { role: 'MEMBER', means: 'administrator' } },
  ])
  for (const { user_agent, ip_address } of records) {
    expect({ user_agent, ip_address }).toEqual({ user_agent: null, ip_address: null })
  }
})
