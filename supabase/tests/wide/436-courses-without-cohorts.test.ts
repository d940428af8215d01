import { expect, test } from 'vitest'
import { useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'

// Exports, imports and copies of a course contain nothing of its cohorts: schedule, people and grants stay with the
// cohort (rules/cohorts#schedule).
const db = useDatabase()
const { cohort, join, release } = cohorts(db)

async function scene() {
  const [admin, mia, course] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ name: 'Mia In The Cohort' }),
    await db.course(),
  ]
  const id = await cohort({ courses: [course], staff: [admin] })
  await db.owner(`update public.cohorts set title = 'Autumn Secret' where id = $1`, [id])
  await release(id, course.text, 12, '09:00')
  await db.owner('insert into public.releases (cohort_id, module_id, day) values ($1, $2, 3)', [
    id,
    course.moduleId,
  ])
  await join(id, mia)
  return { admin, mia, course, id }
}

interface Exported {
  course: Record<string, unknown>
  modules: { lessons: Record<string, unknown>[] }[]
}

/** How many rows of cohorts name a course. */
const traces = async (course: string) =>
  (
    await db.owner(
      `select (select count(*)::int from public.cohort_courses k where k.course_id = $1) as cohorts,
         (select count(*)::int from public.entitlements e where e.course_id = $1) as grants,
         (select count(*)::int from public.releases r where r.module_id in (select m.id from public.modules m where m.course_id = $1)
           or r.lesson_id in (select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1)) as openings`,
      [course],
    )
  )[0]

test('an exported course and an exported lesson contain no cohort, no people of it, and no opening', async () => {
  const { admin, mia, course, id } = await scene()
  for (const [name, args] of [
    ['export_course', { course_id: course.id }],
    ['export_lesson', { lesson_id: course.text }],
  ] as const) {
    const text = JSON.stringify(await db.answer(admin, name, args))
    expect(text).toContain('Reading')
    for (const trace of [id, 'Autumn', mia.id, mia.email, 'Mia In', 'release', 'cohort', '09:00']) {
      expect([name, trace, text.includes(trace)]).toEqual([name, trace, false])
    }
  }
})

test('a course that is imported again is in no cohort, and an import over the course leaves its cohorts alone', async () => {
  const { admin, mia, course, id } = await scene()
  const exported = (await db.answer(admin, 'export_course', { course_id: course.id })) as Exported
  // The files of an export give each part its path.
  const payload = (slug: string) =>
    JSON.stringify({
      course: { ...exported.course, slug },
      modules: exported.modules.map((module, m) => ({
        ...module,
        source_path: `${m}`,
        lessons: module.lessons.map((lesson, l) => ({ ...lesson, source_path: `${m}/${l}` })),
      })),
    })
  const bring = (slug: string) =>
    db.answer(admin, 'import_course', { payload: payload(slug), dry_run: false })
  await bring(`${course.slug}-again`)
  const [again] = await db.owner('select id from public.courses where slug = $1', [
    `${course.slug}-again`,
  ])
  expect(await traces(String(again?.id))).toEqual({ cohorts: 0, grants: 0, openings: 0 })
  await bring(course.slug)
  expect(await traces(course.id)).toEqual({ cohorts: 1, grants: 1, openings: 2 })
  expect(
    await db.owner('select user_id from public.cohort_members where cohort_id = $1', [id]),
  ).toEqual([{ user_id: mia.id }])
})

test('a copy of a course, a module and a lesson is in no cohort and opens on no day', async () => {
  const { admin, course } = await scene()
  const before = await traces(course.id)
  const copy = await db.answer(admin, 'duplicate_course', { course_id: course.id })
  const copied = typeof copy === 'string' ? copy : String(Object(copy).id)
  expect(await traces(copied)).toEqual({ cohorts: 0, grants: 0, openings: 0 })
  await db.answer(admin, 'duplicate_module', { module_id: course.moduleId })
  await db.answer(admin, 'duplicate_lesson', { lesson_id: course.text })
  expect(await traces(course.id)).toEqual(before)
})
