import { expect, test } from 'vitest'
import { useDatabase } from '../database'
import { codeOf, raw, rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'

const db = useDatabase()
const hidden = ['private', 'auth', 'extensions', 'pg_catalog', 'information_schema', 'realtime', '']

/** All that a visitor may learn of the API's functions and tables. */
const SHOWN_TO_VISITORS = [
  '/',
  '/rpc/boot',
  '/rpc/check_session',
  '/rpc/has_communities',
  '/rpc/invite_by_token',
  '/rpc/legal_texts',
  '/rpc/my_account_state',
  '/rpc/my_permissions',
  '/rpc/new_in_communities',
  '/rpc/notification_feed',
  '/rpc/public_settings',
  '/rpc/sign_up_confirmed',
]

test('nobody reads or writes another schema', async () => {
  const token = await tokenFor(await db.person({ role: 'ADMIN' }))
  for (const schema of hidden) {
    for (const path of ['users', 'recovery_codes', 'rpc/can', '']) {
      const headers = { 'accept-profile': schema }
      const read = await rest(path, { token, headers })
      expect([read.status, codeOf(read)], `${schema} ${path}`).toEqual([406, 'PGRST106'])
    }
    const write = await rest('users', {
      method: 'POST',
      token,
      headers: { 'content-profile': schema },
      body: { email: 'x@example.test' },
    })
    expect([write.status, codeOf(write)], schema).toEqual([406, 'PGRST106'])
  }
})

test('nobody reaches another schema by a name with a dot', async () => {
  const token = await tokenFor(await db.person({ role: 'ADMIN' }))
  for (const path of [
    'auth.users',
    'private.recovery_codes',
    'pg_catalog.pg_user',
    'pg_user',
    'profiles?select=*,users(*)',
    'profiles?select=*,auth.users(*)',
    'profiles?select=*,recovery_codes(*)',
  ]) {
    const answer = await rest(path, { token })
    expect([400, 404], path).toContain(answer.status)
  }
})

test('the description of the API shows a visitor their functions, and no table', async () => {
  const { status, body } = await rest('')
  expect(status).toBe(200)
  expect(body).toMatchObject({ swagger: '2.0' })
  const { paths, definitions } = Object(body)
  expect(Object.keys(paths).sort()).toEqual(SHOWN_TO_VISITORS)
  expect(definitions ?? {}).toEqual({})
})

test('a table that no one may use is not shown', async () => {
  const { body } = await rest('', { token: await tokenFor(await db.person({ role: 'ADMIN' })) })
  const names = Object.keys(Object(body).paths)
  expect(names).toContain('/profiles')
  for (const table of ['/role_permissions', '/course_slugs']) expect(names).not.toContain(table)
  expect(names).not.toContain('/rpc/before_user_created')
})

test('without a key of the project the API does not answer', async () => {
  const paths = ['/rest/v1/', '/rest/v1/rpc/boot', '/auth/v1/settings', '/auth/v1/token']
  for (const apikey of ['', 'anon', 'service_role', 'eyJhbGciOiJub25lIn0.e30.']) {
    for (const path of paths) {
      const answer = await raw(path, { headers: { apikey } })
      expect([answer.status, codeOf(answer)], path).toEqual([401, 'invalid_api_key'])
    }
  }
})
