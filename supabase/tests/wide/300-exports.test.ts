import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, uniqueName, useDatabase } from '../database'

const db = useDatabase()

interface Begun {
  id: string
  total: number
  columns: string[]
}
interface Page {
  rows: Record<string, unknown>[]
  next: [string, string] | null
}

const begin = async (who: Person, filter: object, list = 'members') =>
  (await db.value(who, 'select public.begin_export($1, $2)', [list, filter])) as Begun
const rows = async (who: Person, id: string, after: unknown = null) =>
  (await db.value(who, 'select public.export_rows($1, $2)', [id, JSON.stringify(after)])) as Page
const records = (person: Person) =>
  db.owner(
    `select target_type, target_id, after, user_agent from public.audit_logs where user_id = $1 and action = 'data.export' order by id`,
    [person.id],
  )

describe('an export of the members', () => {
  test('contains the filtered members, newest first, and is recorded before the first row', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = uniqueName()
    const people: Person[] = []
    for (const [i, role] of (['MEMBER', 'MODERATOR', 'MEMBER'] as const).entries()) {
      people.push(
        await db.person({ role, metadata: { name: `P${i} ${family}`, phone: `+49 30 ${i}` } }),
      )
    }
    const course = await db.course()
    await db.entitle(people[0] as Person, course.id)
    await db.as(admin, 'select public.set_disabled($1, true)', [people[2]?.id])

    const begun = await begin(admin, { search: family, role: 'MEMBER' })
    expect(begun.total).toBe(2)
    expect(begun.columns).toEqual([
      'id',
      'name',
      'email',
      'phone',
      'role',
      'status',
      'joined',
      'courses',
    ])
    expect(await records(admin)).toEqual([
      {
        target_type: 'list',
        target_id: 'members',
        user_agent: 'vitest',
        // The search text can be a person's name, so that the record does not contain it.
        after: { rows: 2, columns: begun.columns, filter: { search: true, role: 'MEMBER' } },
      },
    ])
    const page = await rows(admin, begun.id)
    expect(page.next).toBeNull()
    expect(page.rows).toEqual([
      expect.objectContaining({ id: people[2]?.id, status: 'Disabled', phone: '+49 30 2' }),
      expect.objectContaining({ id: people[0]?.id, status: 'Active', courses: 1 }),
    ])
    expect(await records(admin)).toHaveLength(1)
  })

  test('continues after its last row, and has each row once', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = uniqueName()
    await db.authService(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
       select gen_random_uuid(), n || '@' || $1 || '.test', jsonb_build_object('name', $1::text), now() from generate_series(1, 2100) n`,
      [family],
    )
    const begun = await begin(admin, { search: family })
    const seen: unknown[] = []
    let after: unknown = null
    const sizes: number[] = []
    do {
      const page = await rows(admin, begun.id, after)
      sizes.push(page.rows.length)
      seen.push(...page.rows.map(({ id }) => id))
      after = page.next
    } while (after)
    expect(sizes).toEqual([1000, 1000, 100])
    expect(new Set(seen).size).toBe(2100)
  })

  test('has no phone for a moderator, in any request', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const person = await db.person({ metadata: { name: uniqueName(), phone: '+49 170 5550100' } })
    const begun = await begin(moderator, { search: person.email, columns: 'phone', phone: 'true' })
    expect(begun.columns).not.toContain('phone')
    const page = await rows(moderator, begun.id)
    expect(page.rows).toMatchObject([{ id: person.id, email: person.email }])
    expect(JSON.stringify(page)).not.toContain('5550100')
  })

  test('loses the phone with the right, during the export, and ends with the role', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { id } = await begin(admin, { search: uniqueName() })
    expect(await rows(admin, id)).toEqual({ rows: [], next: null })
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [admin.id])
    expect((await db.as(admin, 'select public.export_rows($1)', [id])).code).toBe('42501')
  })

  test('is not readable for other people, and ends after an hour', async () => {
    const [admin, other] = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    const { id } = await begin(admin, {})
    expect((await db.as(other, 'select public.export_rows($1)', [id])).code).toBe('42501')
    expect((await db.as(admin, 'select public.export_rows($1)', [randomUUID()])).code).toBe('42501')
    await db.owner(
      `update private.exports set begun_at = now() - interval '61 minutes' where id = $1`,
      [id],
    )
    expect((await db.as(admin, 'select public.export_rows($1)', [id])).code).toBe('42501')
  })

  test('is refused to members, creators and visitors, and the attempt is not recorded', async () => {
    for (const role of ['MEMBER', 'CREATOR'] as const) {
      const person = await db.person({ role })
      for (const list of ['members', 'no such list']) {
        expect((await db.as(person, 'select public.begin_export($1)', [list])).code).toBe('42501')
      }
      expect(await records(person)).toEqual([])
    }
    expect((await db.as('visitor', `select public.begin_export('members')`)).code).toBe('42501')
    const admin = await db.person({ role: 'ADMIN' })
    for (const list of ['no such list', "members'; drop table x", 'source']) {
      expect((await db.as(admin, 'select public.begin_export($1)', [list])).code).toBe('42501')
    }
    expect((await begin(admin, { search: "'; drop table x --" })).total).toBe(0)
  })
})
