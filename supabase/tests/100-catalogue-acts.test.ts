import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

const live = async (courseId: string) =>
  db.owner(
    `select c.deleted_at is null as course, count(distinct m.id) filter (where m.deleted_at is null)::int as modules,
       count(l.id) filter (where l.deleted_at is null)::int as lessons
     from public.courses c left join public.modules m on m.course_id = c.id left join public.lessons l on l.module_id = m.id
     where c.id = $1 group by c.id`,
    [courseId],
  )
const call = (who: Person | 'visitor', name: string, id: string) =>
  db.as(who, `select public.${name}($1)`, [id])

describe('deleting and restoring', () => {
  test('apply to everything in the course or module, and restore only what was deleted together with it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const ada = await db.person()
    const course = await db.course()
    await db.entitle(ada, course.id)
    await db.as(ada, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      ada.id,
      course.text,
    ])
    await call(admin, 'delete_lesson', course.link)
    await call(admin, 'delete_course', course.id)
    expect(await live(course.id)).toEqual([{ course: false, modules: 0, lessons: 0 }])
    await call(admin, 'restore_course', course.id)
    expect(await live(course.id)).toMatchObject([{ course: true, lessons: 2 }])
    expect(
      await db.owner('select lesson_id from public.lesson_completions where user_id = $1', [
        ada.id,
      ]),
    ).toEqual([{ lesson_id: course.text }])
    await call(admin, 'restore_lesson', course.link)
    expect(await live(course.id)).toMatchObject([{ lessons: 3 }])
    expect(
      (
        await db.owner('select action from public.audit_logs where target_id = $1 order by id', [
          course.id,
        ])
      ).map((row) => row.action),
    ).toEqual(['course.create', 'course.delete', 'course.restore'])
  })

  test('a restored lesson comes before the one that has its position now', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await call(admin, 'delete_lesson', course.text)
    await db.owner('update public.lessons set index = 0 where id = $1', [course.link])
    await call(admin, 'restore_lesson', course.text)
    const order = await db.owner(
      'select id from public.lessons where module_id = $1 order by index',
      [course.moduleId],
    )
    expect(order.map((row) => row.id)).toEqual([course.text, course.link, course.preview])
    await call(admin, 'delete_module', course.moduleId)
    expect(await live(course.id)).toMatchObject([{ modules: 0, lessons: 0 }])
    await call(admin, 'restore_module', course.moduleId)
    expect(await live(course.id)).toMatchObject([{ lessons: 3 }])
  })

  test('nothing can be restored after 30 days', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    await call(admin, 'delete_course', course.id)
    await db.owner(
      `update public.courses set deleted_at = now() - interval '31 days' where id = $1`,
      [course.id],
    )
    expect((await call(admin, 'restore_course', course.id)).code).toBe('42501')
  })

  test('a course whose slug another course has now cannot be restored, and the error says so', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [course, other] = [await db.course(), await db.course()]
    await call(admin, 'delete_course', course.id)
    await db.owner('update public.courses set slug = $2 where id = $1', [other.id, course.slug])
    expect(await call(admin, 'restore_course', course.id)).toMatchObject({
      code: 'PT409',
      message: 'Another course has this slug by now.',
    })
  })

  test('administrators can delete and restore every course, and creators their own with access to the back-office', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const [own, foreign] = [await db.course({ by: creator }), await db.course()]
    const others = [
      creator,
      await db.person(),
      await db.person({ role: 'MODERATOR' }),
      'visitor',
    ] as const
    for (const who of others) {
      for (const [name, id] of [
        ['delete_course', own.id],
        ['delete_module', own.moduleId],
        ['delete_lesson', own.text],
        ['restore_course', own.id],
        ['course_impact', own.id],
      ] as const) {
        expect((await call(who, name, id)).code, name).toBe('42501')
      }
    }
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await call(creator, 'delete_course', foreign.id)).code).toBe('42501')
      expect((await call(creator, 'delete_course', own.id)).code).toBeUndefined()
      expect((await call(creator, 'restore_course', own.id)).code).toBeUndefined()
    })
    expect(await live(own.id)).toEqual([{ course: true, modules: 1, lessons: 3 }])
  })
})

test('the impact of deleting a course counts what would be lost', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const [ada, grace] = [await db.person(), await db.person()]
  const course = await db.course()
  for (const person of [ada, grace]) await db.entitle(person, course.id)
  await db.as(ada, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    ada.id,
    course.text,
  ])
  expect(await db.value(admin, 'select public.course_impact($1)', [course.id])).toMatchObject({
    modules: 1,
    lessons: 3,
    learners: 2,
    learners_with_progress: 1,
  })
})

test('administrators and moderators read titles of all courses, creators of their own', async () => {
  const creator = await db.person({ role: 'CREATOR' })
  const [own, foreign] = [await db.course({ by: creator, status: 'DRAFT' }), await db.course()]
  const seen = async (who: Person) =>
    (
      await db.as(who, 'select id from public.course_titles() where id = any($1) order by id', [
        [own.id, foreign.id],
      ])
    ).rows.map((row) => row.id)
  expect(await seen(await db.person())).toEqual([])
  expect(await seen(creator)).toEqual([])
  expect(await seen(await db.person({ role: 'MODERATOR' }))).toHaveLength(2)
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(await seen(creator)).toEqual([own.id])
  })
  expect((await db.as('visitor', 'select * from public.course_titles()')).code).toBe('42501')
})

test('titles of courses that have the same title are in the order of their ids', async () => {
  const made: string[] = []
  for (let count = 0; count < 6; count++) made.push((await db.course()).id)
  const { rows } = await db.as(
    await db.person({ role: 'ADMIN' }),
    'select id from public.course_titles()',
  )
  expect(rows.map(({ id }) => String(id)).filter((id) => made.includes(id))).toEqual(
    made.toSorted(),
  )
})
