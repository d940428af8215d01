import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const address = () => `${randomUUID()}@example.test`

/** Returns the hook's answer to Auth about a sign-up. */
async function ask(email: string, metadata: Record<string, unknown> = { name: 'New' }) {
  const event = { metadata: {}, user: { email, user_metadata: metadata } }
  const [row] = await db.authService('select public.before_user_created($1) as answer', [event])
  return row?.answer
}
const refusal = (message: string) => ({ error: { http_code: 422, message } })

async function invite(by: Person, email: string): Promise<{ id: string; token: string }> {
  await db.value(by, 'select public.create_invite($1)', [email])
  const [row] = await db.owner('select id, token from public.invites where email = $1', [email])
  return { id: String(row?.id), token: String(row?.token) }
}

/** Inserts the account without the hook, and returns the trigger's error, if any. */
async function insert(email: string, metadata: Record<string, unknown>): Promise<string> {
  try {
    await db.authService(
      'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
      [randomUUID(), email, JSON.stringify(metadata)],
    )
    return 'made'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

test('the hook accepts each sign-up that the trigger accepts', async () => {
  expect(await ask(address())).toEqual({})
  expect(await ask(address(), {})).toEqual({})
  expect(
    (await db.authService(`select public.before_user_created('{}') as answer`))[0]?.answer,
  ).toEqual({})
})

test('hook and trigger refuse the same sign-ups with the same sentence', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const used = address()
  const redeemed = await invite(admin, used)
  await insert(used, { invite_token: redeemed.token })
  const [late, gone, fresh] = [address(), address(), address()]
  const expired = await invite(admin, late)
  await db.owner(
    `update public.invites set expires_at = now() - interval '1 minute' where id = $1`,
    [expired.id],
  )
  const cancelled = await invite(admin, gone)
  await db.value(admin, 'select public.cancel_invite($1)', [cancelled.id])
  const open = await invite(admin, fresh)

  const cases: [string, Record<string, unknown>, string][] = [
    [address(), { name: 'x'.repeat(101) }, 'Name must be less than 100 characters'],
    [address(), { name: 'Ada \u202E' }, 'Name must not contain invisible characters'],
    [address(), { name: 'A\u200Bda' }, 'Name must not contain invisible characters'],
    [address(), { phone: '1'.repeat(41) }, 'Phone must be less than 40 characters'],
    [address(), { invite_token: 'nonsense' }, 'This invite is not valid.'],
    [address(), { invite_token: randomUUID() }, 'This invite is not valid.'],
    [address(), { invite_token: open.token }, 'This invite was sent to another email.'],
    [used, { invite_token: redeemed.token }, 'This invite has already been used.'],
    [late, { invite_token: expired.token }, 'This invite has expired.'],
    [gone, { invite_token: cancelled.token }, 'This invite has been cancelled.'],
  ]
  for (const [email, metadata, sentence] of cases) {
    expect(await ask(email, metadata), sentence).toEqual(refusal(sentence))
    if (email !== used) expect(await insert(email, metadata)).toBe(sentence)
  }

  // Calling the hook did not redeem the invite, so it is still valid.
  expect(await ask(fresh.toUpperCase(), { invite_token: open.token })).toEqual({})
  expect(await insert(fresh, { invite_token: open.token })).toBe('made')
})

test('while registration is closed only a person with a redeemable invite can sign up', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const email = address()
  const { token } = await invite(admin, email)
  await db.withSettings({ allow_registration: false }, async () => {
    const closed = 'Registration is closed. You need an invite to sign up.'
    expect(await ask(address())).toEqual(refusal(closed))
    expect(await ask(address(), { invite_token: ' ' })).toEqual(refusal(closed))
    expect(await ask(address(), { invite_token: token })).toEqual(
      refusal('This invite was sent to another email.'),
    )
    expect(await ask(email, { invite_token: token })).toEqual({})
  })
})

test('only Auth may call the hook', async () => {
  const call = `select public.before_user_created('{}')`
  const admin = await db.person({ role: 'ADMIN' })
  const service: Person = { id: admin.id, email: '', claims: { role: 'service_role' } }
  for (const who of ['visitor', admin, service] as const) {
    expect((await db.as(who, call)).code).toBe('42501')
  }
})
