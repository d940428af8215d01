import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { cohorts } from '../scenes/cohorts'
import { courseFolders, type Exported, listed, words } from '../scenes/course-folders'

// The settings and the rubric of an assignment in the editor, in versions, copies, folders and the schedule of a cohort
// (rules/assignments#assignment, #rubric, rules/cohorts#moving).
const db = useDatabase()
const { task } = assignments(db)
const { cohort } = cohorts(db)
const { read, run } = courseFolders(db)

interface Fields {
  accepts: string[]
  due_day: number | null
  rubric: { id: string; title: string }[]
}

const LEVELS = [{ title: 'Not yet' }, { title: 'Met', points: 2 }]
const plain = (level: object) => ({ points: null, meaning: '', ...level })

/** Saves a lesson as the dialog does, with its assignment. */
const save = (who: Person, lesson: string, assignment: object, more: object = {}) =>
  db.as(
    who,
    'select public.save_lesson(to_jsonb(l) || $2::jsonb) from public.lessons l where l.id = $1',
    [lesson, JSON.stringify({ ...more, assignment })],
  )

const fields = async (lesson: string) =>
  (await db.owner('select private.assignment_fields($1) as it', [lesson]))[0]?.it as Fields

describe('the editor', () => {
  test('saves the assignment with its lesson, and keeps the ids of criteria', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { lesson, criteria } = await task({
      rubric: [{ title: 'Works' }, { title: 'Reads well' }],
    })
    const [works, reads] = criteria
    await save(admin, lesson, {
      ...{
        accepts: ['REPOSITORY', 'LINK'],
        due_day: 7,
        due_time: '20:30',
        late: 'SHUT',
        cutoff_days: 2,
      },
      rubric: [
        { id: reads, title: 'Reads well', essential: true, levels: LEVELS },
        { title: 'Is tested', levels: LEVELS },
      ],
    })
    expect(await fields(lesson)).toMatchObject({
      ...{
        accepts: ['LINK', 'REPOSITORY'],
        due_day: 7,
        due_time: '20:30',
        late: 'SHUT',
        cutoff_days: 2,
      },
      blind: false,
      rubric: [
        { id: reads, title: 'Reads well', essential: true, levels: LEVELS.map(plain) },
        { id: expect.any(String), title: 'Is tested', essential: false, levels: LEVELS.map(plain) },
      ],
    })
    expect((await fields(lesson)).rubric.map(({ id }) => id)).not.toContain(works)
    // Fields that are not sent keep their values.
    await save(admin, lesson, { due_day: 9 })
    expect(await fields(lesson)).toMatchObject({ due_day: 9, rubric: [{ id: reads }, {}] })
  })

  test('keeps the assignment while the lesson is of another type', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { lesson } = await task({ dueDay: 5 })
    await save(admin, lesson, {}, { content_type: 'TEXT' })
    expect(await fields(lesson)).toBeNull()
    await save(admin, lesson, { due_day: 8 }, { content_type: 'ASSIGNMENT' })
    expect(await fields(lesson)).toMatchObject({ due_day: 8 })
  })

  test.each([
    [{ accepts: [] }, 'Choose what people hand in.'],
    [{ accepts: ['SONG'] }, 'Choose what people hand in.'],
    [{ due_day: -1 }, 'A day is a number from 0 to 3,650.'],
    [{ due_time: '25:00' }, 'A time is written like 18:00.'],
    [
      { blind: true, accepts: ['LINK'] },
      'A blind assignment takes no link and no repository, because they name their owner.',
    ],
    [
      { rubric: [{ title: ' ', levels: LEVELS }] },
      'A criterion needs a title of at most 100 characters',
    ],
    [
      { rubric: [{ title: 'Works', levels: [{ title: 'Met' }] }] },
      'A criterion has two to six levels with a title each',
    ],
    [
      { rubric: Array(21).fill({ title: 'Works', levels: LEVELS }) },
      'A rubric has at most 20 criteria',
    ],
  ])('refuses %j', async (assignment, message) => {
    const admin = await db.person({ role: 'ADMIN' })
    const { lesson } = await task()
    expect(await save(admin, lesson, assignment)).toMatchObject({ code: 'PT422', message })
  })

  test('is refused to people who may not edit the course', async () => {
    const { lesson, criteria } = await task({ rubric: [{ title: 'Works' }] })
    for (const role of ['MEMBER', 'MODERATOR', 'CREATOR'] as const) {
      const who = await db.person({ role })
      for (const sql of [
        'update public.assignments set due_day = 1 where lesson_id = $1 returning lesson_id',
        'delete from public.rubric_criteria where lesson_id = $1 returning lesson_id',
        `update public.rubric_criteria set title = 'Mine' where lesson_id = $1 returning lesson_id`,
      ]) {
        expect((await db.as(who, sql, [lesson])).rows, role).toEqual([])
      }
    }
    expect((await fields(lesson)).rubric).toMatchObject([{ id: criteria[0], title: 'Works' }])
  })
})

describe('a version', () => {
  test('keeps the assignment with the texts, and restores it', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { lesson } = await task({ dueDay: 5, rubric: [{ title: 'Works' }] })
    await db.owner(
      `update public.lessons set created_at = now() - interval '1 day' where id = $1`,
      [lesson],
    )
    await save(admin, lesson, { due_day: 6 })
    await save(admin, lesson, { due_day: 7, rubric: [] }, { content: 'Another brief' })
    const list = (await db.answer(admin, 'lesson_version_list', { lesson_id: lesson })) as {
      id: string
      fields: string[]
    }[]
    expect(list.map((version) => version.fields)).toEqual([
      ['content', 'assignment'],
      ['assignment'],
      [],
    ])
    const [, second, first] = list
    expect(await db.answer(admin, 'lesson_version', { version_id: second?.id })).toMatchObject({
      texts: { assignment: { due_day: 6, rubric: [{ title: 'Works' }] } },
      earlier: { assignment: { due_day: 5 } },
      now: { assignment: { due_day: 7, rubric: [] } },
    })
    const [{ updated_at } = { updated_at: null }] = await db.owner(
      'select updated_at::text from public.lessons where id = $1',
      [lesson],
    )
    await db.answer(admin, 'restore_lesson_version', {
      version_id: first?.id,
      unchanged_since: updated_at,
    })
    expect(await fields(lesson)).toMatchObject({ due_day: 5, rubric: [{ title: 'Works' }] })
  })
})

describe('a copy', () => {
  test('of a lesson, a module or a course is an assignment of its own', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { lesson, course, criteria } = await task({ dueDay: 5, rubric: [{ title: 'Works' }] })
    await db.answer(admin, 'duplicate_lesson', { lesson_id: lesson })
    await db.answer(admin, 'duplicate_module', { module_id: course.moduleId })
    const made = await db.owner(
      `select l.id from public.lessons l join public.modules m on m.id = l.module_id
       where m.course_id = $1 and l.content_type = 'ASSIGNMENT' and l.id <> $2`,
      [course.id, lesson],
    )
    expect(made).toHaveLength(3)
    for (const { id } of made) {
      const copy = await fields(String(id))
      expect(copy).toMatchObject({
        due_day: 5,
        accepts: ['TEXT', 'CODE'],
        rubric: [{ title: 'Works' }],
      })
      expect(copy.rubric[0]?.id).not.toBe(criteria[0])
    }
  })
})

describe('a folder', () => {
  const theTask = (folder: Exported) =>
    folder.modules[0]?.lessons.at(-1) as unknown as { assignment: Fields }

  test('exports and imports the assignment, and a dry run says what changes', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { lesson, course, criteria } = await task({ dueDay: 5, rubric: [{ title: 'Works' }] })
    const folder = listed(await read(admin, course.id)) as unknown as Exported
    expect(theTask(folder).assignment).toMatchObject({ due_day: 5, rubric: [{ title: 'Works' }] })
    expect(words(await run(admin, folder, { dryRun: true }))).not.toContain('updated')
    theTask(folder).assignment.due_day = 6
    expect(words(await run(admin, folder, { dryRun: true })).at(-1)).toBe('updated')
    expect(await fields(lesson)).toMatchObject({ due_day: 5 })
    await run(admin, folder)
    expect(await fields(lesson)).toMatchObject({ due_day: 6, rubric: [{ id: criteria[0] }] })
    expect(words(await run(admin, folder, { dryRun: true }))).not.toContain('updated')
    await db.answer(admin, 'undo_import', { course_id: course.id })
    expect(await fields(lesson)).toMatchObject({ due_day: 5, rubric: [{ title: 'Works' }] })
  })

  test('creates the assignments of a new course', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course } = await task({ dueDay: 5, rubric: [{ title: 'Works' }] })
    const folder = listed(await read(admin, course.id)) as unknown as Exported
    folder.course.slug = `${course.slug}-2`
    for (const { lessons } of folder.modules) for (const lesson of lessons) delete lesson.id
    const report = await run(admin, folder)
    const again = await read(admin, report.course.id)
    expect(theTask(again).assignment).toEqual(theTask(folder).assignment)
  })
})

describe('a cohort', () => {
  const days = async (id: string) =>
    (
      await db.owner('select lesson_id, day from private.cohort_due_days($1) order by day', [id])
    ).map((row) => row.day)

  test.each([
    ['that has not begun moves as a whole', 5, 3, 2, 0, [4, 30]],
    ['that has begun moves what lies ahead', -10, 3, 1, 1, [4, 33]],
  ])(
    '%s, due dates too, and moving it back undoes that',
    async (_, starts, by, move, stay, after) => {
      const admin = await db.person({ role: 'ADMIN' })
      const [early, late] = [await task({ dueDay: 4 }), await task({ dueDay: 30 })]
      const id = await cohort({ courses: [early.course, late.course], starts })
      expect(await db.answer(admin, 'move_cohort', { cohort_id: id, days: by })).toMatchObject({
        dues_move: move,
        dues_stay: stay,
      })
      await db.answer(admin, 'move_cohort', { cohort_id: id, days: by, dry_run: false })
      expect(await days(id)).toEqual(after)
      await db.answer(admin, 'move_cohort', { cohort_id: id, days: -by, dry_run: false })
      expect(await days(id)).toEqual([4, 30])
      expect(await db.owner('select from public.cohort_dues where cohort_id = $1', [id])).toEqual(
        [],
      )
    },
  )

  test('has due dates of its own, which its staff set and a copy of the cohort keeps', async () => {
    const [admin, coach, other] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const { course, lesson } = await task({ dueDay: 4 })
    const id = await cohort({ courses: [course], staff: [coach] })
    const set = (who: Person, change: object) =>
      db.call(who, 'save_dues', {
        cohort_id: id,
        changes: JSON.stringify([{ lesson_id: lesson, ...change }]),
      })
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect((await set(other, { day: 9 })).code).toBe('42501')
      expect((await set(await db.person(), { day: 9 })).code).toBe('42501')
      expect((await set(coach, { day: 9, at_time: '12:00' })).code).toBeUndefined()
    })
    expect(await days(id)).toEqual([9])
    const again = (await db.answer(admin, 'start_cohort_again', {
      ...{ cohort_id: id, starts_on: '2090-03-01', title: 'Spring', slug: `s-${id.slice(0, 8)}` },
    })) as { id: string }
    expect(await days(again.id)).toEqual([9])
    await set(coach, { day: null, at_time: null })
    expect(await days(id)).toEqual([4])
    expect((await set(coach, { day: -1 })).code).toBe('23514')
  })
})
