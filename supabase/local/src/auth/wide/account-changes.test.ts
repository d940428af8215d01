import { expect, test } from 'vitest'
import { authForFile, follow, startAuth } from '../../testing/auth-server'
import { createPerson } from '../../testing/people'

const { cluster, server } = await authForFile()

const person = () => createPerson(cluster)

test('a changed email is confirmed from the old one and from the new one', async () => {
  for (const flow of ['implicit', 'pkce'] as const) {
    const { email, password } = await person()
    const next = `new-${email}`
    const client = server.client(flow)
    await client.auth.signInWithPassword({ email, password })
    const asked = await client.auth.updateUser({ email: next })
    expect(asked.error).toBeNull()
    expect(asked.data.user).toMatchObject({ email, new_email: next })
    expect(server.lastMail(email).html).toContain(next)

    const half = await follow(server.lastLink(email))
    expect(half.fragment.get('message')).toMatch(/Please proceed to confirm/)
    expect((await client.auth.getUser()).data.user?.email).toBe(email)

    const whole = await follow(server.lastLink(next))
    expect(flow === 'pkce' ? whole.query.get('code') : whole.fragment.get('type')).toBeTruthy()
    const { data } = await client.auth.getUser()
    expect(data.user).toMatchObject({ email: next })
    expect(data.user?.new_email).toBeUndefined()
    expect(data.user?.identities?.[0]?.identity_data?.email).toBe(next)
  }
})

test('a person can ask again for the mails of a change', async () => {
  const { email, password } = await person()
  const client = server.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ email: `again-${email}` })
  await client.auth.resend({ type: 'email_change', email })
  expect(server.mailbox.list({ to: `again-${email}` })).toHaveLength(2)
})

test('a change to a taken email gets the same answers as one to a free email', async () => {
  const other = await person()
  const outcomes = []
  for (const wanted of [other.email, `free-${other.email}`]) {
    const one = await person()
    const { auth } = server.client()
    await auth.signInWithPassword(one)
    const asked = await auth.updateUser({ email: wanted })
    const resent = await auth.resend({ type: 'email_change', email: one.email })
    const half = await follow(server.lastLink(one.email))
    const { data } = await auth.getUser()
    const guessed = await auth.verifyOtp({ type: 'email_change', email: wanted, token: '000000' })
    const outcome = JSON.stringify({
      asked: [asked.error, Object.keys(asked.data.user ?? {}), asked.data.user?.new_email],
      resent: resent.error,
      half: String(half.fragment),
      read: [Object.keys(data.user ?? {}), data.user?.new_email, data.user?.email],
      guessed: guessed.error?.code,
    })
    outcomes.push(outcome.replaceAll(wanted, 'wanted').replaceAll(one.email, 'old'))
  }
  expect(outcomes[0]).toBe(outcomes[1])
  expect(server.mailbox.list({ to: other.email })).toEqual([])
  expect(server.lastMail(`free-${other.email}`).links).not.toEqual([])
})

test('a change to an email that was taken in the meantime fails', async () => {
  const [one, other] = [await person(), await person()]
  const client = server.client()
  await client.auth.signInWithPassword(one)
  const wanted = `wanted-${one.email}`
  await client.auth.updateUser({ email: wanted })
  await cluster.admin.query('update auth.users set email = $1 where id = $2', [wanted, other.id])
  await follow(server.lastLink(one.email))
  const { fragment } = await follow(server.lastLink(wanted))
  expect(fragment.get('error_code')).toBe('email_exists')
})

test('a person cannot set the same or a weak password', async () => {
  const { email, password } = await person()
  const client = server.client()
  await client.auth.signInWithPassword({ email, password })
  expect((await client.auth.updateUser({ password })).error).toMatchObject({
    code: 'same_password',
    status: 422,
  })
  expect((await client.auth.updateUser({ password: '12345' })).error?.code).toBe('weak_password')
})

test('a new password ends the other sessions and voids open links', async () => {
  const { email, password } = await person()
  const [here, there] = [server.client(), server.client()]
  await here.auth.signInWithPassword({ email, password })
  await there.auth.signInWithPassword({ email, password })
  await here.auth.resetPasswordForEmail(email)
  await here.auth.updateUser({ password: 'a better one' })
  expect((await here.auth.getUser()).error).toBeNull()
  expect((await there.auth.refreshSession()).error?.code).toBe('refresh_token_not_found')
  const link = await there.auth.verifyOtp({
    type: 'recovery',
    token_hash: server.lastResetToken(email),
  })
  expect(link.error?.code).toBe('otp_expired')
})

test('metadata are merged, and null removes a key', async () => {
  const { email, password } = await person()
  const client = server.client()
  await client.auth.signInWithPassword({ email, password })
  await client.auth.updateUser({ data: { name: 'Ada', phone: '1' } })
  const { data } = await client.auth.updateUser({ data: { phone: null } })
  expect(data.user?.user_metadata).toEqual({ name: 'Ada' })
})

test('people cannot write their own app_metadata', async () => {
  const { email, password } = await person()
  const { data } = await server.client().auth.signInWithPassword({ email, password })
  const answer = await fetch(`${server.url}/auth/v1/user`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    body: JSON.stringify({ app_metadata: { role: 'ADMIN' }, role: 'service_role' }),
  })
  expect(await answer.json()).toMatchObject({ error_code: 'not_admin' })
})

test('with secure_password_change an old session needs the code of a new mail', async () => {
  const careful = await startAuth(cluster, (config) => {
    config.email.securePasswordChange = true
  })
  const { id, email, password } = await person()
  const { auth } = careful.client()
  await auth.signInWithPassword({ email, password })
  await cluster.admin.query(
    `update auth.sessions set created_at = now() - interval '25 hours' where user_id = $1`,
    [id],
  )
  const change = { password: 'a better one' }
  expect((await auth.updateUser(change)).error?.code).toBe('reauthentication_needed')
  await auth.reauthenticate()
  const nonce = careful.lastMail(email).code ?? ''
  expect((await auth.updateUser({ ...change, nonce: 'wrong' })).error).toMatchObject({
    code: 'reauthentication_not_valid',
    status: 422,
  })
  expect((await auth.updateUser({ ...change, nonce })).error).toBeNull()
  await careful.close()
})
