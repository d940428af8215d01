import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { courseFolders } from './scenes/course-folders'

// A lesson is exported in the format of a course's export (rules/courses#export).
const db = useDatabase()
const { read } = courseFolders(db)

const exports = (target: string) =>
  db.owner(
    `select user_id, action, target_type, title, user_agent from public.audit_logs where target_id = $1 and action = 'data.export'`,
    [target],
  )

test('the export of a lesson has the same form as in the export of its course, with its position, and is recorded', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const { modules } = await read(admin, course.id)
  for (const [at, id] of [course.text, course.preview, course.link].entries()) {
    expect(await db.value(admin, 'select public.export_lesson($1)', [id])).toEqual({
      place: at + 1,
      of: 3,
      lesson: modules[0]?.lessons[at],
    })
  }
  expect(await exports(course.text)).toEqual([
    {
      ...{ user_id: admin.id, action: 'data.export', target_type: 'lesson', title: 'Reading' },
      user_agent: 'vitest',
    },
  ])
})

test('the position of a lesson is counted within its module, without deleted lessons', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await db.owner(
    `with m as (insert into public.modules (course_id, title, index) values ($1, 'Second', 1) returning id)
     update public.lessons set module_id = m.id, index = 0 from m where lessons.id = $2`,
    [course.id, course.link],
  )
  const place = async (id: string) => {
    const { place, of } = (await db.value(admin, 'select public.export_lesson($1)', [id])) as {
      place: number
      of: number
    }
    return [place, of]
  }
  expect(await place(course.link)).toEqual([1, 1])
  expect(await place(course.preview)).toEqual([2, 2])
  await db.as(admin, 'select public.delete_lesson($1)', [course.text])
  expect(await place(course.preview)).toEqual([1, 1])
})

test('only people who may edit the course export a lesson', async () => {
  const [creator, stranger] = [
    await db.person({ role: 'CREATOR' }),
    await db.person({ role: 'CREATOR' }),
  ]
  const [moderator, member] = [await db.person({ role: 'MODERATOR' }), await db.person()]
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course({ by: creator })
  await db.entitle(member, course.id)
  await db.entitle(stranger, course.id)
  const attempt = async (who: Person | 'visitor', id: string) =>
    (await db.as(who, 'select public.export_lesson($1)', [id])).code
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(await attempt(creator, course.text)).toBeUndefined()
    for (const who of [stranger, moderator, member, 'visitor'] as const) {
      // The person may read it, as a learner or as a free preview.
      for (const lesson of [course.text, course.preview]) {
        expect(await attempt(who, lesson)).toBe('42501')
      }
    }
  })
  expect(await attempt(creator, course.text)).toBe('42501')
  expect(await attempt(admin, randomUUID())).toBe('42501')
  await db.as(admin, 'select public.delete_lesson($1)', [course.link])
  expect(await attempt(admin, course.link)).toBe('42501')
  const recorded = await Promise.all(
    [course.text, course.preview, course.link].map(async (id) =>
      (await exports(id)).map(({ user_id }) => user_id),
    ),
  )
  expect(recorded).toEqual([[creator.id], [], []])
})

test('the history of a course does not contain exports, because they change nothing', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  await read(admin, course.id)
  await db.value(admin, 'select public.export_lesson($1)', [course.text])
  const history = await db.value(admin, 'select public.course_history($1)', [course.id])
  expect(JSON.stringify(history)).not.toContain('data.export')
})
