import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { strangerClient } from '../../wire/clients'
import { password, report, visit } from '../visits'

// A sign-in and a sign-out add one record each, even if both the sessions table and the app report them
// (rules/records#sign-in-records).
const db = useDatabase()

test('a sign-in and a sign-out that the sessions table and the app both report add one record each', async () => {
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
