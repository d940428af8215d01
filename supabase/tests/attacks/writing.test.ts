import { beforeAll, describe, expect, test } from 'vitest'
import { WRITABLE } from '../agreement/columns'
import { turnSwitches } from '../agreement/switches'
import { type Person, useDatabase } from '../database'
import { serviceClient } from '../wire/clients'
import { type CourseTree, courseTree } from '../wire/course-trees'
import { codeOf, type RawRequest, rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'
import { type Attacker, demotedAdmin, expectRefused, member, stranger } from './attackers'
import { plantVictim, type Victim } from './secrets'
import { useUnchangedRows } from './unchanged-rows'

const db = useDatabase()
const tables = Object.keys(WRITABLE)

let victim: Victim
let mallory: Attacker & { person: Person }
let attackers: Attacker[]

beforeAll(async () => {
  victim = await plantVictim(db)
  mallory = await member(db)
  const dora = await demotedAdmin(db)
  await dora.demote()
  attackers = [stranger, mallory, dora]
})

const watch = useUnchangedRows()

const refused = (path: string, request: RawRequest, people = attackers) =>
  expectRefused(path, request, people)

describe('rows of other people', () => {
  test('cannot be deleted, by key or all at once', async () => {
    for (const table of tables) await refused(table, { method: 'DELETE' })
  })

  test('do not change together with the caller’s own: an update of all profiles changes one row', async () => {
    await rest('profiles', { method: 'PATCH', token: mallory.token, body: { name: 'Everybody' } })
    await watch()
    expect(await db.owner(`select id from public.profiles where name = 'Everybody'`)).toEqual([
      { id: mallory.person.id },
    ])
  })

  test('cannot be created in their name', async () => {
    const { course, lesson } = await courseTree(db, {
      by: victim.author,
      entitled: [mallory.person, victim],
    })
    await watch()
    for (const [table, body] of [
      ['lesson_completions', { user_id: victim.id, lesson_id: lesson }],
      ['lesson_progress', { user_id: victim.id, lesson_id: lesson, position_sec: 1 }],
      [
        'notes',
        {
          user_id: victim.id,
          id: victim.post,
          lesson_id: lesson,
          body: 'x',
          revision: victim.post,
        },
      ],
      ['courses', { title: 'x', slug: 'not-mine', created_by_id: victim.id }],
      ['communities', { name: 'x', slug: 'not-mine', created_by_id: victim.id }],
      ['community_posts', { community_id: victim.community, author_id: victim.id, body: 'x' }],
      ['community_members', { community_id: victim.community, user_id: victim.id }],
      ['community_post_reports', { post_id: victim.post, reporter_id: victim.id }],
      ['notification_reads', { notification_id: victim.notification, user_id: victim.id }],
      ['notification_mutes', { type: 'info', user_id: victim.id }],
      ['entitlements', { user_id: mallory.person.id, course_id: course }],
      [
        'purchases',
        {
          user_id: mallory.person.id,
          amount_cents: 0,
          provider: 'x',
          provider_ref: 'x',
          status: 'COMPLETED',
        },
      ],
      ['invites', { email: 'me@example.test', role: 'ADMIN', invited_by_id: victim.author.id }],
      ['notifications', { title: 'x', message: 'x', is_global: true, sender_id: victim.author.id }],
      ['audit_logs', { action: 'user.role_change', target_type: 'user', user_id: victim.id }],
      [
        'role_permissions',
        { role: 'MEMBER', resource: 'settings', action: 'update', scope: 'any' },
      ],
      ['settings', { id: true }],
      ['profiles', { id: mallory.person.id, email: 'x@example.test', role: 'ADMIN' }],
      ['cohort_members', { cohort_id: victim.cohort, user_id: mallory.person.id }],
      ['cohort_members', { cohort_id: victim.cohort, user_id: mallory.person.id, open_all: true }],
      ['cohort_staff', { cohort_id: victim.cohort, user_id: mallory.person.id }],
      ['cohort_courses', { cohort_id: victim.cohort, course_id: course }],
      ['releases', { cohort_id: victim.cohort, lesson_id: lesson, day: 0 }],
      ['cohort_messages', { cohort_id: victim.cohort, title: 'x', message: 'x' }],
      ['preferences', { user_id: victim.author.id, time_zone: 'UTC' }],
      [
        'cohorts',
        {
          slug: 'mine',
          title: 'x',
          time_zone: 'UTC',
          starts_on: '2090-01-01',
          ends_on: '2090-01-02',
        },
      ],
      [
        'entitlements',
        {
          user_id: mallory.person.id,
          course_id: course,
          source: 'COHORT',
          cohort_id: victim.cohort,
        },
      ],
    ] as const) {
      await refused(table, { method: 'POST', body })
    }
  })

  test('cannot be changed by an upsert', async () => {
    const { lesson } = await courseTree(db, {
      by: victim.author,
      entitled: [mallory.person, victim],
    })
    await db.owner('insert into public.lesson_progress (user_id, lesson_id) values ($1, $2)', [
      victim.id,
      lesson,
    ])
    await watch()
    const merge = { prefer: 'resolution=merge-duplicates,return=representation' }
    for (const [path, body] of [
      ['profiles', { id: victim.id, name: 'x' }],
      ['profiles', { id: mallory.person.id, name: 'x', role: 'ADMIN' }],
      ['lesson_progress', { user_id: victim.id, lesson_id: lesson, position_sec: 99 }],
      ['lesson_completions', { user_id: victim.id, lesson_id: victim.course.lesson }],
      ['notes', { user_id: victim.id, id: victim.note, body: 'x', revision: victim.note }],
      [
        'entitlements?on_conflict=user_id,course_id,purchase_id,cohort_id',
        { user_id: mallory.person.id, course_id: victim.course.course },
      ],
      ['courses', { id: victim.course.course, title: 'x', slug: victim.course.slug }],
      ['settings', { id: true, maintenance_mode: true }],
      [
        'community_members',
        { community_id: victim.community, user_id: mallory.person.id, role: 'MODERATOR' },
      ],
    ] as const) {
      await refused(path, { method: 'POST', headers: merge, body }, [stranger, mallory])
    }
    const put = { user_id: victim.id, lesson_id: lesson, position_sec: 99 }
    await refused(`lesson_progress?user_id=eq.${victim.id}&lesson_id=eq.${lesson}`, {
      method: 'PUT',
      body: put,
    })
  })
})

describe('a person’s own rows', () => {
  test('accept only the columns that they may set', async () => {
    const { lesson } = await courseTree(db, { by: victim.author, entitled: [mallory.person] })
    const [community] = await db.owner(
      `insert into public.communities (name, slug, access_type) values ('Open', 'open-to-all', 'FREE') returning id`,
    )
    await watch()
    for (const [table, body] of [
      ['lesson_completions', { lesson_id: lesson, completed_at: '2000-01-01' }],
      ['lesson_progress', { lesson_id: lesson, auto_completed_at: '2000-01-01' }],
      ['lesson_progress', { lesson_id: lesson, updated_at: '2000-01-01' }],
      [
        'notes',
        { id: victim.note, lesson_id: lesson, body: 'x', revision: victim.note, lesson_title: 'x' },
      ],
      ['community_members', { community_id: community?.id, role: 'MODERATOR' }],
      ['community_members', { community_id: community?.id, joined_at: '2000-01-01' }],
      ['community_posts', { community_id: community?.id, body: 'x', created_at: '2000-01-01' }],
      ['notification_reads', { notification_id: victim.notification, read_at: '2000-01-01' }],
    ] as const) {
      await refused(table, { method: 'POST', body }, [mallory])
      await refused(table, { method: 'POST', body: [body] }, [mallory])
      await refused(`${table}?columns=${Object.keys(body).join(',')}`, { method: 'POST', body }, [
        mallory,
      ])
    }
  })

  test('are not written if one row of the same request is refused', async () => {
    const { lesson } = await courseTree(db, { by: victim.author, entitled: [mallory.person] })
    await watch()
    const body = [{ lesson_id: lesson }, { lesson_id: victim.draft.lesson }]
    await refused('lesson_completions', { method: 'POST', body }, [mallory])
  })

  test('accept no other columns as CSV or as a form either', async () => {
    const csv = `name,role\nMallory,ADMIN`
    await refused(
      `profiles?id=eq.${mallory.person.id}`,
      {
        method: 'PATCH',
        headers: { 'content-type': 'text/csv' },
        body: csv,
      },
      [mallory],
    )
  })
})

describe('a creator', () => {
  let creator: Person
  let token: string
  let own: CourseTree
  let foreign: CourseTree

  beforeAll(async () => {
    const restore = await turnSwitches(db, { creators_admin_panel: true })
    creator = await db.person({ role: 'CREATOR' })
    token = await tokenFor(creator)
    own = await courseTree(db, { by: creator })
    foreign = victim.course
    return () => restore()
  })

  const refusedTo = (path: string, method: string, body: unknown) =>
    refused(path, { method, body }, [{ name: 'a creator', token }])

  test('cannot move contents between their own and other courses', async () => {
    await refusedTo(`lessons?id=eq.${own.lesson}`, 'PATCH', { module_id: foreign.module, index: 9 })
    await refusedTo(`lessons?id=eq.${foreign.lesson}`, 'PATCH', { module_id: own.module, index: 9 })
    await refusedTo(`modules?id=eq.${own.module}`, 'PATCH', { course_id: foreign.course })
    await refusedTo('modules', 'POST', { course_id: foreign.course, title: 'x', index: 9 })
    await refusedTo('lessons', 'POST', { module_id: foreign.module, title: 'x', index: 9 })
    await refusedTo('lesson_attachments', 'POST', {
      lesson_id: foreign.lesson,
      title: 'x',
      url: '/x',
      sort_order: 9,
    })
    await refusedTo(`lesson_attachments?id=eq.${own.attachment}`, 'PATCH', {
      lesson_id: foreign.lesson,
    })
  })

  test('cannot make another person the owner of a course, or become the owner of one', async () => {
    await refusedTo(`courses?id=eq.${own.course}`, 'PATCH', { created_by_id: victim.id })
    await refusedTo(`courses?id=eq.${foreign.course}`, 'PATCH', { created_by_id: creator.id })
    await refusedTo('courses', 'POST', { title: 'x', slug: 'as-another', created_by_id: victim.id })
    await refusedTo('courses', 'POST', { title: 'x', slug: 'at-once', status: 'PUBLISHED' })
    await refusedTo('courses', 'POST', { title: 'x', slug: 'gone', deleted_at: '2000-01-01' })
    await refusedTo('entitlements', 'POST', { user_id: creator.id, course_id: own.course })
  })

  test('cannot import into other courses, invite to them, or give a role', async () => {
    const modules = [{ source_path: 'a', title: 'A', lessons: [] }]
    const course = { title: 'Mine now', slug: foreign.slug, publish: true }
    const body = { payload: { course, modules }, dry_run: false }
    const answer = await rest('rpc/import_course', { method: 'POST', token, body })
    // A slug that is taken by a course that the person cannot see.
    expect(['42501', '23505', 'PT409']).toContain(codeOf(answer))
    await refusedTo('rpc/create_invite', 'POST', {
      email: 'a@example.test',
      course_ids: [foreign.course],
    })
    await refusedTo('rpc/create_invite', 'POST', {
      email: 'a@example.test',
      course_ids: [own.course, foreign.course],
    })
    await refusedTo('rpc/create_invite', 'POST', { email: 'a@example.test', role: 'CREATOR' })
  })

  test('cannot resend an invite to a course that is not theirs any more', async () => {
    const [invite] = await db.owner(
      `insert into public.invites (email, invited_by_id) values ('late@example.test', $1) returning id`,
      [creator.id],
    )
    await db.owner('insert into public.invite_courses (invite_id, course_id) values ($1, $2)', [
      invite?.id,
      foreign.course,
    ])
    await watch()
    await refusedTo('rpc/resend_invite', 'POST', { invite_id: invite?.id })
  })
})

describe('the audit log', () => {
  test('cannot be extended, changed or deleted, not even by administrators and servers', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await watch()
    const asAdmin = [{ name: 'an administrator', token: await tokenFor(admin) }]
    const row = { action: 'course.delete', target_type: 'course' }
    await refused('audit_logs', { method: 'POST', body: row }, asAdmin)
    await refused('audit_logs?id=gt.0', { method: 'PATCH', body: row }, asAdmin)
    await refused('audit_logs?id=gt.0', { method: 'DELETE' }, asAdmin)

    const service = serviceClient()
    expect((await service.from('audit_logs').insert(row)).error?.code).toBe('42501')
    expect((await service.from('audit_logs').update(row).gt('id', 0)).error?.code).toBe('42501')
    expect((await service.from('audit_logs').delete().gt('id', 0)).error?.code).toBe('42501')
  })

  test('cannot be changed, and neither can the role table', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await watch()
    const asAdmin = [{ name: 'an administrator', token: await tokenFor(admin) }]
    const body = { role: 'MEMBER', resource: 'settings', action: 'read', scope: 'any' }
    await refused('role_permissions', { method: 'POST', body }, asAdmin)
    await refused('role_permissions?role=eq.ADMIN', { method: 'DELETE' }, asAdmin)
    const { error } = await serviceClient().from('role_permissions').delete().eq('role', 'ADMIN')
    expect(error?.code).toBe('42501')
  })
})
