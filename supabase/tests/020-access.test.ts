import { hasHiddenCharacters } from '@rookies/data/hidden-characters'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

async function permissions(person: Person | 'visitor'): Promise<string[]> {
  const { rows } = await db.as(
    person,
    `select resource || '.' || action || ':' || scope as p from public.my_permissions()`,
  )
  return rows.map((row) => String(row.p))
}

const state = async (person: Person) =>
  (await db.value(person, 'select public.my_account_state()')) as Record<string, unknown>

describe('the role table', () => {
  test('gives members their own rows and no others', async () => {
    const member = await permissions(await db.person())
    expect(member).toContain('lesson_completions.create:own')
    expect(member.filter((p) => p.endsWith(':any'))).toEqual([])
  })

  test('gives administrators every resource, and every role the rights of a member', async () => {
    const admin = await permissions(await db.person({ role: 'ADMIN' }))
    expect(admin).toEqual(
      expect.arrayContaining([
        'courses.publish:any',
        'profiles.set_role:any',
        'profiles.update:own',
      ]),
    )
    expect(await permissions(await db.person({ role: 'MODERATOR' }))).toEqual(
      expect.arrayContaining([
        'moderator_panel.enter:any',
        'entitlements.create:any',
        'notifications.read:own',
      ]),
    )
  })

  test('treats creators as members until they may use the back-office', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const member = await db.person()
    expect(await permissions(creator)).toEqual(await permissions(member))
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await permissions(creator)).toEqual(
        expect.arrayContaining(['admin_panel.enter:any', 'courses.create:own']),
      )
    })
  })

  test('cannot be written at run time', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    for (const sql of [
      `update public.role_permissions set role = 'MEMBER'`,
      `insert into public.role_permissions values ('MEMBER', 'x', 'y', 'any')`,
      'delete from public.role_permissions',
      'select * from public.role_permissions',
    ]) {
      expect((await db.as(admin, sql)).code, sql).toBe('42501')
    }
  })
})

describe('the gate', () => {
  test('gives visitors no permissions and no account, but the public settings', async () => {
    expect(await permissions('visitor')).toEqual([])
    const boot = await db.value('visitor', 'select public.boot()')
    expect(boot).toMatchObject({
      account: null,
      permissions: [],
      settings: { site_name: expect.any(String) },
    })
    expect(boot).not.toHaveProperty('settings.terms_text')
  })

  test('removes all rights of a disabled person at the next request, and tells them why', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [admin.id])
    expect(await permissions(admin)).toEqual([])
    expect(await state(admin)).toMatchObject({ state: 'DISABLED' })
    expect((await db.as(admin, 'select * from public.profiles')).rows).toEqual([])
  })

  test('refuses an unverified email while verification is required', async () => {
    const person = await db.person({ verified: false })
    expect(await permissions(person)).toEqual([])
    expect(await state(person)).toMatchObject({ state: 'UNVERIFIED' })
    await db.withSettings({ require_email_verification: false }, async () => {
      expect(await permissions(person)).not.toEqual([])
    })
  })

  test('admits only administrators in maintenance', async () => {
    const member = await db.person()
    const admin = await db.person({ role: 'ADMIN' })
    await db.withSettings({ maintenance_mode: true }, async () => {
      expect(await permissions(member)).toEqual([])
      expect(await state(member)).toMatchObject({ state: 'MAINTENANCE' })
      expect(await permissions(admin)).not.toEqual([])
    })
  })

  test('applies a demotion at the next request', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    expect(await permissions(admin)).toContain('courses.read:any')
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [admin.id])
    expect(await permissions(admin)).not.toContain('courses.read:any')
  })

  test('requires a session with a second factor for rights on rows of other people while the setting is on', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect(await permissions(admin)).not.toContain('courses.read:any')
      expect(await permissions(admin)).toContain('profiles.read:own')
      expect(await state(admin)).toMatchObject({ aal_required: true })
      expect(await permissions({ ...admin, claims: { aal: 'aal2' } })).not.toContain(
        'courses.read:any',
      )
      const strong = await db.signedIn(admin, 'aal2')
      expect(await permissions(strong)).toContain('courses.read:any')
      expect(await state(strong)).toMatchObject({ aal_required: false })
    })
  })

  test('gives no rights and no error for a malformed claim', async () => {
    for (const sub of ['x', '', "' or 1=1 --", '00000000-0000-0000-0000-00000000000g', 7, null]) {
      const nobody = { id: '', email: '', claims: { sub } }
      expect(await permissions(nobody)).toEqual([])
      expect(await db.as(nobody, 'select * from public.profiles')).toEqual({ rows: [] })
    }
  })
})

describe('profiles', () => {
  test('people can read only their own profile, and change only their name in it', async () => {
    const [ada, grace] = [await db.person(), await db.person()]
    expect((await db.as(ada, 'select id from public.profiles')).rows).toEqual([{ id: ada.id }])
    const renamed = await db.as(ada, `update public.profiles set name = 'Ada' returning name`)
    expect(renamed.rows).toEqual([{ name: 'Ada' }])
    for (const change of [
      `role = 'ADMIN'`,
      `email = 'x@y.z'`,
      'disabled_at = null',
      `phone = '1'`,
      'id = gen_random_uuid()',
    ]) {
      const outcome = await db.as(ada, `update public.profiles set ${change} where id = $1`, [
        ada.id,
      ])
      expect(outcome.code, change).toBe('42501')
    }
    const other = await db.as(
      ada,
      `update public.profiles set name = 'Mallory' where id = $1 returning id`,
      [grace.id],
    )
    expect(other.rows).toEqual([])
    expect(await db.owner('select name from public.profiles where id = $1', [grace.id])).toEqual([
      { name: 'Test Person' },
    ])
  })

  test('nobody can add or delete profiles through the API', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    expect((await db.as(admin, 'delete from public.profiles')).code).toBe('42501')
    expect(
      (
        await db.as(
          admin,
          `insert into public.profiles (id, email) values (gen_random_uuid(), 'x@y.z')`,
        )
      ).code,
    ).toBe('42501')
  })

  test('administrators can read all profiles, with phone numbers; moderators only their own', async () => {
    const member = await db.person({ metadata: { name: 'Mia', phone: '+49 170 5550100' } })
    const read = async (role: 'ADMIN' | 'MODERATOR' | 'CREATOR') => {
      const all = 'select * from public.profiles where id = $1'
      return (await db.as(await db.person({ role }), all, [member.id])).rows
    }
    expect(await read('ADMIN')).toMatchObject([{ id: member.id, phone: '+49 170 5550100' }])
    expect(await read('MODERATOR')).toEqual([])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await read('CREATOR')).toEqual([])
    })
    expect((await db.as(member, 'select * from public.profiles')).rows).toMatchObject([
      { id: member.id, phone: '+49 170 5550100' },
    ])
  })

  test('a name contains no invisible characters and no characters that change the direction of text', async () => {
    const member = await db.person({ name: 'Ada' })
    const rename = async (name: string) =>
      (await db.as(member, 'update public.profiles set name = $1 where id = $2', [name, member.id]))
        .code
    const hidden = [
      '\u00AD',
      '\u034F',
      '\u061C',
      '\u200B',
      '\u200C',
      '\u200D',
      '\u200E',
      '\u200F',
      '\u2028',
      '\u202A',
      '\u202E',
      '\u2060',
      '\u2066',
      '\u2069',
      '\u3164',
      '\uFEFF',
      '\u{E0041}',
      '\n',
      '\u0007',
      '\u0085',
    ]
    for (const character of hidden) {
      expect(await rename(`A${character}da`), JSON.stringify(character)).toBe('23514')
      expect(hasHiddenCharacters(`A${character}da`), JSON.stringify(character)).toBe(true)
    }
    // A joiner without a symbol or letter on both sides.
    for (const name of ['Kim 👨\u200D', '\u200D👧 Kim', 'Kim 👨\u200Ca', 'Kim 👨\u200C👧']) {
      expect(await rename(name), name).toBe('23514')
      expect(hasHiddenCharacters(name), name).toBe(true)
    }
    // Real names, some with the joiners that their spelling requires.
    for (const name of [
      'علی\u200Cرضا',
      'José Núñez-O’Brien',
      '山田 太郎',
      'ശ്രീ',
      'Zoë 🙂',
      'Kim 👨\u200D👩\u200D👧',
      'Kim ❤\uFE0F\u200D🔥',
      'Kim 👩🏽\u200D💻',
      'न\u094D\u200Dय',
    ]) {
      expect(await rename(name), name).toBeUndefined()
      expect(hasHiddenCharacters(name), name).toBe(false)
    }
  })
})
