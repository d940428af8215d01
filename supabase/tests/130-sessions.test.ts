import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const stateOf = (who: Person) => db.value(who, 'select public.my_account_state()')
const rightsOf = async (who: Person) =>
  (await db.as(who, 'select resource, action from public.my_permissions()')).rows.length
const readsOther = async (who: Person, other: Person) =>
  (await db.as(who, 'select id from public.profiles where id = $1', [other.id])).rows.length === 1

describe('while staff need a second factor, the session is asked, not the token', () => {
  test('aal2 ends with the session, the factor and the time that the session had', async () => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person()]
    await db.withSettings({ enable_two_factor: true }, async () => {
      const endings = [
        'delete from auth.sessions where id = $1',
        `update auth.sessions set aal = 'aal1' where id = $1`,
        `update auth.sessions set aal = null where id = $1`,
        `update auth.sessions set not_after = now() - interval '1 second' where id = $1`,
      ]
      for (const ending of endings) {
        const strong = await db.signedIn(admin, 'aal2')
        expect(await readsOther(strong, other), ending).toBe(true)
        await db.authService(ending, [strong.session])
        expect(await readsOther(strong, other), ending).toBe(false)
        expect(await stateOf(strong), ending).toMatchObject({ state: 'ACTIVE', aal_required: true })
      }
      const dated = await db.signedIn(admin, 'aal2')
      await db.authService(
        `update auth.sessions set not_after = now() + interval '1 hour' where id = $1`,
        [dated.session],
      )
      expect(await readsOther(dated, other)).toBe(true)
    })
  })

  test('a reset of the factor by an administrator counts at the next request', async () => {
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

  test('the session of somebody else, of nobody, or none at all is no proof', async () => {
    const [admin, mallory, other] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person(),
    ]
    const theirs = await db.signedIn(admin, 'aal2')
    await db.withSettings({ enable_two_factor: true }, async () => {
      for (const session_id of [
        theirs.session,
        randomUUID(),
        'x',
        '',
        null,
        7,
        `{${randomUUID()}}`,
      ]) {
        const claims = { aal: 'aal2', session_id }
        expect(await readsOther({ ...mallory, claims }, other), String(session_id)).toBe(false)
        expect(await stateOf({ ...mallory, claims })).toMatchObject({ aal_required: true })
      }
      expect(await readsOther({ ...mallory, claims: { aal: 'aal2' } }, other)).toBe(false)
    })
  })

  test('members are not asked, nor creators who count as members', async () => {
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

describe('whoever has a second factor is asked for it', () => {
  test('the password alone opens nothing, whatever the setting', async () => {
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
      // A token that merely says so is no better.
      expect(await rightsOf({ ...person, claims: { aal: 'aal2' } })).toBe(0)

      expect(await stateOf(strong)).toMatchObject({ state: 'ACTIVE' })
      expect(await readsOther(strong, person)).toBe(true)
    }
  })

  test('nor does it delete the account', async () => {
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

  test('somebody who is kept out for another reason is told that one', async () => {
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
