import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { useDatabase } from '../database'
import { strangerClient } from '../wire/clients'
import { project } from '../wire/project'

const db = useDatabase()
export const password = 'a-password-of-some-length'

/** Reports an event like the app, with the token that the sign-out has ended. */
export function report(event: string, token: string): Promise<Response> {
  return fetch(`${project.url}/rest/v1/rpc/record_session`, {
    method: 'POST',
    headers: {
      apikey: project.anonKey,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ event }),
  })
}

/** Signs in and out through Auth, and reports each `times` times. Returns the records. */
export async function visit(times: number): Promise<unknown[]> {
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
