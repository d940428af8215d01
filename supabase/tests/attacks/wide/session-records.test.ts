import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, inject, test } from 'vitest'
import { localAnonKey } from '../../../local/src/gateway/local-keys'
import { useDatabase } from '../../database'
import { strangerClient } from '../../wire/clients'

// A sign-in and a sign-out leave one record each, whether the sessions table, the app or both report them
// (rules/records#sign-in-records).
const db = useDatabase()
const password = 'a-password-of-some-length'

/** Reports an event like the app, with the token that the sign-out has ended. */
function report(event: string, token: string): Promise<Response> {
  return fetch(`${inject('backendUrl')}/rest/v1/rpc/record_session`, {
    method: 'POST',
    headers: {
      apikey: localAnonKey,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ event }),
  })
}

/** Signs in and out through Auth, and reports each `times` times. Returns the records. */
async function visit(times: number): Promise<unknown[]> {
  const client = strangerClient()
  const email = `${randomUUID()}@example.test`
  await client.auth.signUp({
    email,
    password,
    options: { data: { name: 'Vera Visitor', phone: '+44 20 1234', terms_accepted: 'true' } },
  })
  await db.authService('update auth.users set email_confirmed_at = now() where email = $1', [email])
  const { data, error } = await client.auth.signInWithPassword({ email, password })
  const token = data.session?.access_token
  if (!token) throw new Error(`Not signed in: ${error?.message}`)
  const tell = async (event: string) => {
    const answers = await Promise.all(Array.from({ length: times }, () => report(event, token)))
    for (const { status } of answers) expect(status).toBe(204)
  }
  await tell('login')
  expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
  await tell('logout')
  const person = data.user?.id
  const records = await db.owner(
    `select action, user_id from public.audit_logs where target_id = $1 order by action`,
    [decodeJwt(token).session_id],
  )
  for (const { user_id } of records) expect(user_id).toBe(person)
  return records.map(({ action }) => action)
}

test('the sessions table and the app together leave one record of each', async () => {
  expect(await visit(0)).toEqual(['auth.login', 'auth.logout'])
  expect(await visit(5)).toEqual(['auth.login', 'auth.logout'])
})

test('a sign-out that did not happen is not recorded', async () => {
  const client = strangerClient()
  const email = `${randomUUID()}@example.test`
  await client.auth.signUp({ email, password })
  await db.authService('update auth.users set email_confirmed_at = now() where email = $1', [email])
  const { data } = await client.auth.signInWithPassword({ email, password })
  const token = data.session?.access_token ?? ''
  expect((await report('logout', token)).status).toBe(409)
  expect((await client.rpc('boot')).data).toMatchObject({ account: { state: 'ACTIVE' } })
  const records = await db.owner(`select action from public.audit_logs where target_id = $1`, [
    decodeJwt(token).session_id,
  ])
  expect(records).toEqual([{ action: 'auth.login' }])
})

test('the app alone leaves a record, if that table has no triggers', async () => {
  const turn = async (way: 'enable' | 'disable') => {
    for (const trigger of ['rookies_audit_login', 'rookies_audit_logout']) {
      await db.authService(`alter table auth.sessions ${way} trigger ${trigger}`)
    }
  }
  await turn('disable')
  try {
    expect(await visit(0)).toEqual([])
    expect(await visit(5)).toEqual(['auth.login', 'auth.logout'])
  } finally {
    await turn('enable')
  }
})
