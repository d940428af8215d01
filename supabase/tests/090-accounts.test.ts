import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const roleOf = async (person: Person) =>
  (await db.owner('select role from public.profiles where id = $1', [person.id]))[0]?.role
const setRole = (who: Person | 'visitor', person: Person, role: string) =>
  db.as(who, 'select public.set_role($1, $2)', [person.id, role])
const disable = (who: Person, person: Person, disabled = true) =>
  db.as(who, 'select public.set_disabled($1, $2)', [person.id, disabled])
/** Leaves only these two administrators while `work` runs. */
async function asOnlyAdministrators(work: (a: Person, b: Person) => Promise<void>) {
  const rest = await db.owner(
    `update public.profiles set role = 'MEMBER' where role = 'ADMIN' returning id`,
  )
  const [a, b] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
  try {
    await work(a, b)
  } finally {
    await db.owner(`update public.profiles set role = 'ADMIN' where id = any($1)`, [
      [...rest.map((row) => row.id), a.id],
    ])
  }
}

describe('roles', () => {
  test('only administrators change them, and never their own', async () => {
    const [admin, moderator, member] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
    ]
    for (const who of [moderator, member, 'visitor'] as const) {
      expect((await setRole(who, member, 'ADMIN')).code).toBe('42501')
    }
    expect(await roleOf(member)).toBe('MEMBER')
    expect((await setRole(admin, member, 'CREATOR')).code).toBeUndefined()
    expect(await roleOf(member)).toBe('CREATOR')
    expect(await setRole(admin, admin, 'MEMBER')).toMatchObject({
      code: 'PT409',
      message: 'You cannot change your own role.',
    })
    expect((await setRole(admin, { id: randomUUID(), email: '' }, 'MEMBER')).code).toBe('PT404')
  })

  test('if two administrators demote each other at the same time, one of them stays administrator', async () => {
    await asOnlyAdministrators(async (a, b) => {
      const outcomes = await Promise.all([setRole(a, b, 'MEMBER'), setRole(b, a, 'MEMBER')])
      const refused = outcomes.filter((outcome) => outcome.code)
      expect(refused).toHaveLength(1)
      expect(['PT409', '42501']).toContain(refused[0]?.code)
      expect([await roleOf(a), await roleOf(b)].sort()).toEqual(['ADMIN', 'MEMBER'])
    })
  })

  test('the last active administrator can be neither demoted, disabled nor deleted', async () => {
    await asOnlyAdministrators(async (a, b) => {
      await disable(a, b)
      await db.owner(`update public.profiles set disabled_at = null where id = $1`, [b.id])
      await db.owner(`update public.profiles set disabled_at = now() where id = $1`, [a.id])
      // The second administrator is the only active one now; the first is disabled and does not count.
      expect((await setRole(b, a, 'MEMBER')).code).toBeUndefined()
      const recent = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
      expect(
        await db.as(
          { ...b, claims: { ...b.claims, amr: recent } },
          'select public.delete_my_account()',
        ),
      ).toMatchObject({
        code: 'PT409',
        message: 'The last active administrator can be neither demoted nor disabled.',
      })
      await db.owner(
        `update public.profiles set disabled_at = null, role = 'ADMIN' where id = $1`,
        [a.id],
      )
    })
  })
})

describe('disabling', () => {
  test('ends every right at the next request, and enabling restores them', async () => {
    const [admin, member] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const read = 'select id from public.profiles where id = $1'
    expect((await disable(admin, member)).code).toBeUndefined()
    expect((await db.as(member, read, [member.id])).rows).toEqual([])
    expect((await disable(admin, member, false)).code).toBeUndefined()
    expect((await db.as(member, read, [member.id])).rows).toHaveLength(1)
    expect((await disable(member, admin)).code).toBe('42501')
    expect((await disable(admin, admin)).code).toBe('PT409')
  })
})

describe('corrections', () => {
  test('an administrator corrects an email and a phone; others do not', async () => {
    const [admin, moderator, member] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
    ]
    const correct = 'select public.correct_person($1, $2, $3)'
    const email = `${randomUUID()}@example.test`
    expect((await db.as(moderator, correct, [member.id, email, null])).code).toBe('42501')
    expect((await db.as(admin, correct, [member.id, email, '+1 555 0100'])).code).toBeUndefined()
    expect(
      await db.owner('select email, phone from public.profiles where id = $1', [member.id]),
    ).toEqual([{ email, phone: '+1 555 0100' }])
    expect(await db.as(admin, correct, [member.id, admin.email, null])).toMatchObject({
      code: 'PT409',
    })
    expect(await db.as(admin, correct, [member.id, 'nonsense', null])).toMatchObject({
      code: 'PT422',
    })
  })

  test('the only active administrator is not locked out by an unconfirmed email', async () => {
    await asOnlyAdministrators(async (a, b) => {
      const correct = (who: Person, person: Person) =>
        db.call(who, 'correct_person', {
          user_id: person.id,
          email: `${randomUUID()}@example.test`,
        })
      expect((await correct(a, b)).code).toBeUndefined()
      expect(await correct(a, a)).toMatchObject({
        code: 'PT409',
        message:
          'Until this email is confirmed, there would be no active administrator. Make someone else an administrator first.',
      })
      await db.withSettings({ require_email_verification: false }, async () => {
        expect((await correct(a, a)).code).toBeUndefined()
      })
    })
  })

  test('an email that changes only in upper and lower case stays confirmed, and nobody is signed out', async () => {
    const [admin, member] = [await db.person({ role: 'ADMIN' }), await db.person()]
    await db.answer(admin, 'correct_person', {
      user_id: member.id,
      email: member.email.toUpperCase(),
      phone: '112',
    })
    expect(await db.value(member, 'select private.active()')).toBe(true)
  })

  test('an invalid phone changes nothing, nor the email', async () => {
    const [admin, member] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const correct = (email: string | null, phone: string | null) =>
      db.as(admin, 'select public.correct_person($1, $2, $3)', [member.id, email, phone])
    const stored = () =>
      db.owner('select email, phone from public.profiles where id = $1', [member.id])
    const email = `${randomUUID()}@example.test`
    for (const phone of ['call me', '12', '+1 555 0100 at home', `+${'1'.repeat(40)}`]) {
      expect(await correct(email, phone)).toMatchObject({ code: 'PT422' })
    }
    expect(await stored()).toEqual([{ email: member.email, phone: null }])
    for (const phone of ['(0044) 20/7946-0958 x12', '+49.30.123456', '112']) {
      expect((await correct(null, ` ${phone} `)).code).toBeUndefined()
      expect(await stored()).toEqual([{ email: member.email, phone }])
    }
    expect((await correct(` ${email.toUpperCase()} `, '')).code).toBeUndefined()
    expect(await stored()).toEqual([{ email, phone: null }])
  })
})

describe('deleting one’s own account', () => {
  const withPassword = (person: Person, secondsAgo: number) => ({
    ...person,
    claims: {
      ...person.claims,
      amr: [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) - secondsAgo }],
    },
  })

  test('requires the password again, and removes the person from the purchases, which remain', async () => {
    const person = await db.person()
    const [purchase] = await db.owner(
      `insert into public.purchases (user_id, amount_cents, provider, provider_ref) values ($1, 100, 'stripe', gen_random_uuid()::text) returning id`,
      [person.id],
    )
    const erase = 'select public.delete_my_account()'
    expect((await db.as(person, erase)).code).toBe('PT403')
    expect((await db.as(withPassword(person, 600), erase)).code).toBe('PT403')
    expect((await db.as('visitor', erase)).code).toBe('42501')
    expect((await db.as(withPassword(person, 5), erase)).code).toBeUndefined()
    expect(await db.owner('select 1 from auth.users where id = $1', [person.id])).toEqual([])
    expect(
      await db.owner('select user_id from public.purchases where id = $1', [purchase?.id]),
    ).toEqual([{ user_id: null }])
  })
})

describe('signing in and out', () => {
  test('are recorded once each, even if they are reported several times', async () => {
    const person = await db.account()
    const session = randomUUID()
    await db.authService(
      `insert into auth.sessions (id, user_id, user_agent, ip, created_at, updated_at) values ($1, $2, 'A browser', '192.0.2.9', now(), now())`,
      [session, person.id],
    )
    const signedIn = { ...person, claims: { session_id: session } }
    await db.as(signedIn, `select public.record_session('login')`)
    const out = () => db.as(signedIn, `select public.record_session('logout')`)
    expect(await out()).toMatchObject({ code: 'PT409', message: 'This session goes on.' })
    await db.authService('delete from auth.sessions where id = $1', [session])
    expect((await out()).code).toBeUndefined()
    expect(
      await db.owner(
        'select action, user_id, user_agent, ip_address from public.audit_logs where target_id = $1 order by id',
        [session],
      ),
    ).toEqual([
      {
        action: 'auth.login',
        user_id: person.id,
        user_agent: 'A browser',
        ip_address: '192.0.2.9',
      },
      {
        action: 'auth.logout',
        user_id: person.id,
        user_agent: 'A browser',
        ip_address: '192.0.2.9',
      },
    ])
    expect((await db.as(person, `select public.record_session('login')`)).code).toBe('42501')
    expect((await db.as('visitor', `select public.record_session('login')`)).code).toBe('42501')
  })

  test('an account with a session can be deleted', async () => {
    const person = await db.person()
    await db.authService(
      `insert into auth.sessions (id, user_id, created_at, updated_at) values (gen_random_uuid(), $1, now(), now())`,
      [person.id],
    )
    await db.authService('delete from auth.users where id = $1', [person.id])
    expect(await db.owner('select 1 from auth.users where id = $1', [person.id])).toEqual([])
  })
})
