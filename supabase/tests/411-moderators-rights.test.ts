import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

// The rights of a moderator under both values of the setting (rules/access#moderators-see-everybody).
const db = useDatabase()

const narrowed = <T>(work: () => Promise<T>) =>
  db.withSettings({ moderators_see_everybody: false }, work)

describe('the rights', () => {
  const rights = async (who: Person) =>
    (
      await db.as(
        who,
        `select resource || '.' || action || '.' || scope as it from public.my_permissions()`,
      )
    ).rows.map(({ it }) => String(it))
  const NARROWED = /^(profiles\.list|(entitlements|lesson_completions|analytics)\.\w+)\.any$/
  const WIDENED = /^(cohorts|cohort_members|cohort_staff|releases)\.\w+\./

  test('of a moderator follow the setting, except for those that every member has', async () => {
    const maya = await db.person({ role: 'MODERATOR' })
    const on = await rights(maya)
    expect(on.filter((it) => NARROWED.test(it))).toHaveLength(7)
    expect(on.filter((it) => WIDENED.test(it) && it.endsWith('.any')).length).toBeGreaterThan(7)
    for (const kept of ['courses', 'modules', 'lessons', 'lesson_files', 'lesson_attachments']) {
      expect(on).toContain(`${kept}.read.assigned`)
      expect(on).not.toContain(`${kept}.read.any`)
    }
    const off = await narrowed(() => rights(maya))
    expect(off.filter((it) => NARROWED.test(it))).toEqual([])
    expect(off).toEqual(expect.arrayContaining(['profiles.list.assigned', 'courses.list.any']))
    expect(off).toEqual(expect.arrayContaining(['profiles.read.own', 'entitlements.read.own']))
    expect(off.filter((it) => WIDENED.test(it) && it.endsWith('.any'))).toEqual([])
  })

  test.each(['ADMIN', 'CREATOR', 'MEMBER'] as const)(
    'of %s do not depend on the setting',
    async (role) => {
      await db.withSettings({ creators_admin_panel: true }, async () => {
        const person = await db.person({ role })
        expect(await narrowed(() => rights(person))).toEqual(await rights(person))
      })
    },
  )

  test('that the database checks for a person are the same as in `my_permissions()`', async () => {
    const maya = await db.person({ role: 'MODERATOR' })
    for (const everybody of [true, false]) {
      await db.withSettings({ moderators_see_everybody: everybody }, async () => {
        const told = new Set(await rights(maya))
        const asked = await db.owner(
          `select distinct rp.resource, rp.action, s.scope,
             private.person_may($1, rp.resource, rp.action, s.scope) as may, private.person_keeps($1, rp.resource, rp.action, s.scope) as keeps
           from public.role_permissions rp cross join unnest(enum_range(null::public.permission_scope)) s (scope)`,
          [maya.id],
        )
        for (const { resource, action, scope, may, keeps } of asked) {
          const held =
            told.has(`${resource}.${action}.any`) || told.has(`${resource}.${action}.${scope}`)
          expect([resource, action, scope, may, keeps]).toEqual([
            resource,
            action,
            scope,
            held,
            held,
          ])
        }
      })
    }
  })

  test('include signals about lists that the moderator can read', async () => {
    const heard = async (who: Person) => {
      await db.owner('delete from public.list_changes')
      await db.owner(
        `insert into public.list_changes (resource) values ('profiles'), ('entitlements'), ('cohorts'), ('purchases')`,
      )
      const { rows } = await db.as(who, 'select resource from public.list_changes order by 1')
      return rows.map(({ resource }) => resource)
    }
    const maya = await db.person({ role: 'MODERATOR' })
    expect(await heard(maya)).toEqual(['cohorts', 'entitlements', 'profiles'])
    expect(await narrowed(() => heard(maya))).toEqual(['cohorts', 'entitlements', 'profiles'])
    expect(await heard(await db.person())).toEqual([])
  })
})
