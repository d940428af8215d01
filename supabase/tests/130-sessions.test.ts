import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const stateOf = (who: Person) => db.value(who, 'select public.my_account_state()')
const rightsOf = async (who: Person) =>
  (await db.as(who, 'select resource, action from public.my_permissions()')).rows.length
const readsOther = async (who: Person, other: Person) =>
  (await db.as(who, 'select id from public.profiles where id = $1', [other.id])).rows.length === 1

/** All ways to end the session `$1`. */
const endings = [
  'delete from auth.sessions where id = $1',
  `update auth.sessions set not_after = now() - interval '1 second' where id = $1`,
]

describe('an ended session', () => {
  test.each(endings)('gives no rights while its token is valid: %s', async (ending) => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person()]
    const elsewhere = await db.signedIn(admin)
    expect(await readsOther(admin, other)).toBe(true)
    await db.authService(ending, [admin.session])

    expect(await rightsOf(admin)).toBe(0)
    expect(await readsOther(admin, other)).toBe(false)
    const rename = `update public.profiles set name = 'Mallory' returning id`
    expect((await db.as(admin, rename)).rows).toEqual([])
    const recent = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    for (const call of [
      'public.library()',
      'public.members()',
      'public.my_sessions()',
      'public.my_data()',
      'public.my_factors_state()',
      'public.delete_my_account()',
      `public.set_role('${other.id}', 'ADMIN')`,
    ]) {
      const claims = { ...admin.claims, amr: recent }
      const { rows, code } = await db.as({ ...admin, claims }, `select ${call} as answer`)
      expect(code ?? rows[0]?.answer, call).toEqual(call.includes('library') ? [] : '42501')
    }
    expect(await readsOther(elsewhere, other)).toBe(true)
  })

  test.each(endings)('is reported before each request: %s', async (ending) => {
    const person = await db.person()
    const asked = () => db.as(person, 'select public.check_session()')
    expect((await asked()).code).toBeUndefined()
    expect(await stateOf(person)).toMatchObject({ state: 'ACTIVE' })
    await db.authService(ending, [person.session])
    const over = { code: 'PT401', message: 'Not authenticated' }
    expect(await asked()).toMatchObject(over)
    expect(await db.as(person, 'select public.boot()')).toMatchObject(over)
    expect(await db.as(person, 'select public.my_account_state()')).toMatchObject(over)
    expect((await db.as('visitor', 'select public.check_session()')).code).toBeUndefined()
  })

  test('a session of another person, a missing one, or an invalid claim gives no rights', async () => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person()]
    for (const [session_id, code] of [
      [other.session, 'PT401'],
      [randomUUID(), 'PT401'],
      ['x', undefined],
      ['', undefined],
      [null, undefined],
      [7, undefined],
      [`{${admin.session}}`, undefined],
      [undefined, undefined],
    ]) {
      const person = { ...admin, claims: { session_id } }
      expect(await readsOther(person, other), String(session_id)).toBe(false)
      expect(await rightsOf(person)).toBe(0)
      expect((await db.as(person, 'select public.check_session()')).code).toBe(code)
    }
  })

  test('a password change and a sign-out on all devices end all rights of the others', async () => {
    const person = await db.person()
    const [lost, kept] = [await db.signedIn(person), await db.signedIn(person)]
    // Auth runs this statement after a password change.
    await db.authService('delete from auth.sessions where user_id = $1 and id <> $2', [
      person.id,
      kept.session,
    ])
    expect([await rightsOf(lost), (await rightsOf(kept)) > 0]).toEqual([0, true])
    await db.authService('delete from auth.sessions where user_id = $1', [person.id])
    expect(await rightsOf(kept)).toBe(0)
  })
})

describe('while staff need a second factor, the session is checked, not the token', () => {
  test('the level aal2 ends when the factor is removed and when the session ends', async () => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person()]
    await db.withSettings({ enable_two_factor: true }, async () => {
      for (const weaker of [`'aal1'`, 'null']) {
        const strong = await db.signedIn(admin, 'aal2')
        expect(await readsOther(strong, other), weaker).toBe(true)
        await db.authService(`update auth.sessions set aal = ${weaker} where id = $1`, [
          strong.session,
        ])
        expect(await readsOther(strong, other), weaker).toBe(false)
        expect(await stateOf(strong), weaker).toMatchObject({ state: 'ACTIVE', aal_required: true })
      }
      for (const ending of endings) {
        const strong = await db.signedIn(admin, 'aal2')
        await db.authService(ending, [strong.session])
        expect(await readsOther(strong, other), ending).toBe(false)
      }
      const dated = await db.signedIn(admin, 'aal2')
      await db.authService(
        `update auth.sessions set not_after = now() + interval '1 hour' where id = $1`,
        [dated.session],
      )
      expect(await readsOther(dated, other)).toBe(true)
    })
  })

  test('an administrator’s reset of the factor applies at the next request', async () => {
    const [boss, admin, other] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'ADMIN' }),
      await db.person(),
    ]
    await db.addFactor(admin)
    const [chief, strong] = [await db.signedIn(boss, 'aal2'), await db.signedIn(admin, 'aal2')]
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect(await readsOther(strong, other)).toBe(true)
      expect(
        (await db.as(chief, 'select public.reset_factors($1)', [admin.id])).code,
      ).toBeUndefined()
      expect(await readsOther(strong, other)).toBe(false)
    })
  })

  test('another session of the person with a second factor does not count', async () => {
    const [admin, mallory, other] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
    ]
    await db.signedIn(mallory, 'aal2')
    const theirs = await db.signedIn(admin, 'aal2')
    await db.withSettings({ enable_two_factor: true }, async () => {
      const weak = { ...mallory, claims: { ...mallory.claims, aal: 'aal2' } }
      expect(await readsOther(weak, other)).toBe(false)
      expect(await stateOf(weak)).toMatchObject({ state: 'ACTIVE', aal_required: true })
      const borrowed = { ...mallory, claims: theirs.claims }
      expect(await readsOther(borrowed, other)).toBe(false)
    })
  })

  test('members do not need one, nor creators who count as members', async () => {
    const [member, creator] = [await db.person(), await db.person({ role: 'CREATOR' })]
    await db.withSettings({ enable_two_factor: true, creators_admin_panel: false }, async () => {
      for (const person of [member, creator]) {
        expect(await stateOf(person)).toMatchObject({ state: 'ACTIVE', aal_required: false })
      }
    })
    await db.withSettings({ enable_two_factor: true, creators_admin_panel: true }, async () => {
      expect(await stateOf(creator)).toMatchObject({ state: 'ACTIVE', aal_required: true })
    })
  })
})

describe('an account with a second factor', () => {
  test('has no rights after only the password, whether the setting is on or off', async () => {
    for (const role of ['MEMBER', 'ADMIN'] as const) {
      const person = await db.person({ role })
      const [weak, strong] = [await db.signedIn(person), await db.signedIn(person, 'aal2')]
      await db.addFactor(person, 'unverified')
      expect(await stateOf(weak)).toMatchObject({ state: 'ACTIVE' })
      expect(await readsOther(weak, person)).toBe(true)

      await db.addFactor(person)
      expect(await stateOf(weak)).toMatchObject({ state: 'SECOND_FACTOR', email: person.email })
      expect(await rightsOf(weak)).toBe(0)
      expect(await readsOther(weak, person)).toBe(false)
      const renamed = await db.as(weak, `update public.profiles set name = 'Mallory' returning id`)
      expect(renamed.rows).toEqual([])
      expect(await db.owner('select name from public.profiles where id = $1', [person.id])).toEqual(
        [{ name: 'Test Person' }],
      )
      // A forged aal claim does not help.
      expect(await rightsOf({ ...person, claims: { aal: 'aal2' } })).toBe(0)

      expect(await stateOf(strong)).toMatchObject({ state: 'ACTIVE' })
      expect(await readsOther(strong, person)).toBe(true)
    }
  })

  test('cannot be deleted with the password alone', async () => {
    const person = await db.person()
    await db.addFactor(person)
    const amr = [{ method: 'password', timestamp: Math.floor(Date.now() / 1000) }]
    const go = async (aal: 'aal1' | 'aal2') => {
      const session = await db.signedIn(person, aal)
      const claims = { ...session.claims, amr }
      return db.as({ ...session, claims }, 'select public.delete_my_account()')
    }
    expect(await go('aal1')).toMatchObject({ code: 'PT403' })
    expect(
      await db.owner('select id from public.profiles where id = $1', [person.id]),
    ).toHaveLength(1)
    expect((await go('aal2')).code).toBeUndefined()
    expect(await db.owner('select id from auth.users where id = $1', [person.id])).toEqual([])
  })

  test('gets another reason, such as a disabled account, before the missing second factor', async () => {
    const disabled = await db.person()
    await db.addFactor(disabled)
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    expect(await stateOf(disabled)).toMatchObject({ state: 'DISABLED' })
    const member = await db.person()
    await db.addFactor(member)
    await db.withSettings({ maintenance_mode: true }, async () => {
      expect(await stateOf(member)).toMatchObject({ state: 'MAINTENANCE' })
    })
  })
})
