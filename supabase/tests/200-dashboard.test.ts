import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const open = (who: Person | 'visitor') => db.as(who, 'select public.dashboard() as answer')

describe('the dashboard', () => {
  test('counts everything for an administrator, and names who did what', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ada Admin' })
    const before = (await open(admin)).rows[0]?.answer as Counts
    await db.person()
    await db.person({ role: 'CREATOR' })
    for (const title of Array.from({ length: 10 }, (_, i) => `Course ${i}`)) {
      await db.as(admin, 'select public.delete_course($1)', [(await db.course({ title })).id])
    }
    const course = await db.course()
    await db.as(admin, `update public.courses set status = 'DRAFT' where id = $1 returning id`, [
      course.id,
    ])
    const after = (await open(admin)).rows[0]?.answer as Counts
    expect(after.courses.total - before.courses.total).toBe(1)
    expect(after.courses.draft - before.courses.draft).toBe(1)
    expect(after.members?.total).toBe((before.members?.total ?? 0) + 1)
    expect(after.members?.creators).toBe((before.members?.creators ?? 0) + 1)
    expect(after.activity).toHaveLength(10)
    const act = after.activity?.find(({ target_id }) => target_id === course.id)
    expect(act).toMatchObject({
      action: 'course.unpublish',
      target_id: course.id,
      who: 'Ada Admin',
      by: 'PERSON',
      fields: ['status'],
    })
  })

  test('names no user of the database', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await db.owner(`update public.courses set status = 'DRAFT' where id = $1`, [course.id])
    const after = (await open(admin)).rows[0]?.answer as Counts
    expect(after.activity?.find(({ target_id }) => target_id === course.id)).toMatchObject({
      action: 'course.unpublish',
      by: 'SYSTEM',
      who: null,
      user_id: null,
    })
  })

  test('leaves out deleted contents, and invites that cannot be accepted any more', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const before = (await open(admin)).rows[0]?.answer as Counts
    const course = await db.course()
    await db.as(admin, 'select public.delete_course($1)', [course.id])
    for (const end of ['-1 hour', '1 hour']) {
      await db.owner(
        `insert into public.invites (email, invited_by_id, created_at, expires_at)
         values ('somebody@example.test', $1, now() - interval '2 days', now() + $2::interval)`,
        [admin.id, end],
      )
    }
    const after = (await open(admin)).rows[0]?.answer as Counts
    expect(after.courses).toEqual(before.courses)
    expect(after.invites).toBe(before.invites + 1)
  })

  test('counts learners who stopped, and lists recent acts without sign-ins', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const stopped = async () => ((await open(admin)).rows[0]?.answer as Counts | undefined)?.to_do
    const before = await stopped()
    const course = await db.course({ title: 'Git' })
    const learners = await Promise.all(Array.from({ length: 12 }, () => db.person()))
    for (const learner of learners) {
      await db.owner(
        `insert into public.entitlements (user_id, course_id, created_at) values ($1, $2, now() - interval '40 days')`,
        [learner.id, course.id],
      )
      await db.owner(
        `insert into public.lesson_completions (user_id, lesson_id, completed_at) values ($1, $2, now() - interval '20 days')`,
        [learner.id, course.text],
      )
    }
    await db.owner(
      `insert into public.audit_logs (user_id, action, target_type) values ($1, 'auth.login', 'session')`,
      [admin.id],
    )
    const after = await stopped()
    expect(after?.quiet).toBe((before?.quiet ?? 0) + 12)
    expect(after?.stops).toContainEqual(
      expect.objectContaining({ id: course.preview, course: 'Git', learners: 12 }),
    )
    const answer = (await open(admin)).rows[0]?.answer as Counts | undefined
    expect(answer?.activity?.some(({ action }) => action === 'auth.login')).toBe(false)
  })

  test('is refused to everybody without the right', async () => {
    for (const role of ['MEMBER', 'MODERATOR', 'CREATOR'] as const) {
      expect((await open(await db.person({ role }))).code).toBe('42501')
    }
    expect((await open('visitor')).code).toBe('42501')
  })

  test('shows creators their own courses while the setting is on', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const own = await db.course({ by: creator, title: 'Mine' })
    await db.course()
    const learner = await db.person()
    await db.owner('insert into public.entitlements (user_id, course_id) values ($1, $2)', [
      learner.id,
      own.id,
    ])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await open(creator)).rows[0]?.answer).toMatchObject({
        courses: { total: 1 },
        invites: 0,
        members: null,
        to_do: null,
        own: [{ id: own.id, title: 'Mine', status: 'PUBLISHED', learners: 1, quiet: 0 }],
        activity: null,
      })
    })
  })
})

interface Counts {
  courses: { total: number; draft: number }
  members: { total: number; creators: number } | null
  invites: number
  to_do: { quiet: number; stops: unknown[] } | null
  activity: Record<string, unknown>[] | null
}
