import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { courseFolders, type Exported, listed, words } from '../scenes/course-folders'
import { code, EXERCISE, exercises, HIDDEN, SOLUTION } from '../scenes/exercises'

// An exercise that is saved with its lesson, in folders, in the undo of an import, and in the check of a course
// (rules/exercises#exercise, rules/courses#export, #check).
const db = useDatabase()
const { exercise, draft } = exercises(db)
const { read, run } = courseFolders(db)

/** Saves a lesson as the dialog does, with its exercise. */
const save = (who: Person, lesson: string, more: object) =>
  db.as(
    who,
    'select public.save_lesson(to_jsonb(l) || $2::jsonb) from public.lessons l where l.id = $1',
    [lesson, JSON.stringify(more)],
  )

interface Edited {
  version: number
  proved_version: number | null
  proof: { state: string }
  files: object[]
  hints: object[]
}

const edited = async (who: Person, lesson: string) =>
  (await db.answer(who, 'exercise_to_edit', { lesson_id: lesson })) as Edited

const theExercise = (folder: Exported) =>
  folder.modules[0]?.lessons.at(-1) as unknown as { id?: string; exercise: typeof EXERCISE }

const folderOf = async (who: Person, course: string) =>
  listed(await read(who, course)) as unknown as Exported

describe('the lesson dialog', () => {
  test('saves the exercise with its lesson, and refuses to overwrite a version that the caller has not read', async () => {
    const { lesson, author } = await draft()
    const other = { files: code('export const sum = () => 2') }
    await save(author, lesson, { title: 'Sums', exercise: other, exercise_version: 2 })
    expect(await edited(author, lesson)).toMatchObject({
      version: 3,
      ...other,
      hints: EXERCISE.hints,
    })
    const stale = { title: 'Lost', exercise: { time_ms: 100 }, exercise_version: 2 }
    expect(await save(author, lesson, stale)).toMatchObject({
      code: 'PT409',
      message: 'Someone else has saved this exercise.',
    })
    const [stored] = await db.owner('select title from public.lessons where id = $1', [lesson])
    expect(stored).toEqual({ title: 'Sums' })
    expect(await save(author, lesson, { exercise: { time_ms: 1 } })).toMatchObject({
      code: 'PT422',
      message: 'A time limit is a number from 50 to 1,000 milliseconds.',
    })
  })

  test('gives a lesson that becomes an exercise its code, and keeps it under another type', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { text } = await db.course({ by: admin })
    const before = { lesson_id: text }
    expect(await db.call(admin, 'exercise_to_edit', before)).toMatchObject({ code: '42501' })
    await save(admin, text, { content_type: 'EXERCISE', exercise: EXERCISE })
    expect(await edited(admin, text)).toMatchObject({ version: 2, ...EXERCISE })
    await save(admin, text, { content_type: 'TEXT', exercise: { time_ms: 100 } })
    expect(await edited(admin, text)).toMatchObject({ version: 2, time_ms: EXERCISE.time_ms })
  })

  test('refuses people who may not update the lesson', async () => {
    const { lesson, author } = await draft()
    for (const role of ['MEMBER', 'MODERATOR', 'CREATOR'] as const) {
      const who = await db.person({ role })
      expect(await db.call(who, 'exercise_to_edit', { lesson_id: lesson })).toMatchObject({
        code: '42501',
      })
      await db.as(who, 'select private.take_exercise($1, $2)', [lesson, '{"tests": "mine"}'])
      expect(await db.value(who, 'select private.exercise_part($1)', [lesson]), role).toEqual({})
    }
    expect(await edited(author, lesson)).toMatchObject({ version: 2 })
  })
})

describe('a folder', () => {
  test('holds hidden tests and solution, and an import of it changes nothing', async () => {
    const { course, author } = await exercise()
    const folder = await folderOf(author, course.id)
    expect(theExercise(folder).exercise).toEqual(EXERCISE)
    expect(words(await run(author, folder, { dryRun: true }))).not.toContain('updated')
  })

  test('changes the exercise and requests its proof, and undoing the import restores the proved version', async () => {
    const { course, lesson, author } = await exercise()
    const folder = await folderOf(author, course.id)
    theExercise(folder).exercise.hidden = "test('more', () => {})"
    theExercise(folder).exercise.practice = true
    const report = await run(author, folder, { dryRun: true })
    expect(words(report).at(-1)).toBe('updated')
    const path = report.lessons.at(-1)?.source_path
    const difference = await db.value(author, 'select public.import_difference($1, $2)', [
      JSON.stringify(folder),
      path,
    ])
    expect(difference).toMatchObject({
      before: { exercise: EXERCISE },
      after: { exercise: { hidden: "test('more', () => {})", practice: true } },
    })
    await run(author, folder, { since: report.version })
    expect(await edited(author, lesson)).toMatchObject({
      version: 3,
      proved_version: 2,
      proof: { state: 'PENDING' },
    })
    const [job] = await db.owner(
      `select count(*)::int as jobs from private.due_work where kind = 'exercise_proof' and subject_id = $1`,
      [lesson],
    )
    expect(job).toEqual({ jobs: 1 })
    expect(words(await run(author, folder, { dryRun: true }))).not.toContain('updated')
    await db.answer(author, 'undo_import', { course_id: course.id })
    expect(await edited(author, lesson)).toMatchObject({
      ...EXERCISE,
      version: 4,
      proof: { state: 'PROVED' },
    })
  })

  test('cannot be imported over a version of the exercise that somebody saved meanwhile', async () => {
    const { course, lesson, author } = await exercise()
    const folder = await folderOf(author, course.id)
    theExercise(folder).exercise.time_ms = 300
    const { version } = await run(author, folder, { dryRun: true })
    const mine = { lesson_id: lesson, expected_version: 2, exercise: '{"tests": "mine"}' }
    await db.answer(author, 'save_exercise', mine)
    await expect(run(author, folder, { since: version })).rejects.toThrow('PT409')
  })

  test('makes the exercises of a new course, which wait for their proof', async () => {
    const { course, author } = await exercise()
    const folder = await folderOf(author, course.id)
    folder.course.slug = `${course.slug}-2`
    for (const { lessons } of folder.modules) for (const lesson of lessons) delete lesson.id
    const report = await run(author, folder)
    const again = theExercise(await read(author, report.course.id))
    expect(again.exercise).toEqual(EXERCISE)
    expect(await edited(author, String(again.id))).toMatchObject({
      proved_version: null,
      proof: { state: 'PENDING' },
    })
  })

  test('cannot be exported by people who may not edit the course', async () => {
    const { course, lesson } = await exercise()
    for (const role of ['MEMBER', 'MODERATOR', 'CREATOR'] as const) {
      const who = await db.person({ role })
      await db.entitle(who, course.id)
      for (const sql of ['select public.export_lesson($1)', 'select public.export_course($2)']) {
        const { rows, code: refused } = await db.as(
          who,
          `${sql} where $1::uuid is not null and $2::uuid is not null`,
          [lesson, course.id],
        )
        expect(refused, role).toBe('42501')
        expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${HIDDEN}|${SOLUTION}`))
      }
    }
  })
})

test('a page is what learners get after an import, in a copy, and in a restored version', async () => {
  const page = {
    ...{ ...EXERCISE, language: 'PAGE', hidden: '', solution_after: null },
    files: [{ path: 'index.html', text: '<p>Begin</p>' }],
    solution: [{ path: 'index.html', text: '<h1>End</h1>' }],
  }
  const isShown = (version: number) => ({
    ...{ ...page, version, proved_version: version },
    proof: { state: 'PROVED', problems: [] },
  })
  const { course, lesson, author } = await exercise()
  const folder = await folderOf(author, course.id)
  theExercise(folder).exercise = { ...page, solution_after: 3 }
  const { version } = await run(author, folder, { dryRun: true })
  await run(author, folder, { since: version })
  expect(await edited(author, lesson)).toMatchObject({ ...isShown(3), solution_after: 3 })
  await save(author, lesson, { exercise: page, exercise_version: 3 })
  expect(await edited(author, lesson)).toMatchObject(isShown(4))
  expect(theExercise(await folderOf(author, course.id)).exercise).toEqual(page)
  const [proof] = await db.owner(
    `select count(*)::int as jobs from private.due_work where kind = 'exercise_proof' and subject_id = $1`,
    [lesson],
  )
  expect(proof).toEqual({ jobs: 0 })

  const copy = (await db.answer(author, 'duplicate_lesson', { lesson_id: lesson })) as {
    id: string
  }
  expect(await edited(author, copy.id)).toMatchObject(isShown(1))

  const others = { files: [{ path: 'index.html', text: '<p>Later</p>' }] }
  await save(author, lesson, { exercise: others, exercise_version: 4 })
  const [earlier] = await db.owner(
    `select v.id, l.updated_at::text from public.lesson_versions v join public.lessons l on l.id = v.lesson_id
    where l.id = $1 and v.exercise = 4`,
    [lesson],
  )
  await db.answer(author, 'restore_lesson_version', {
    version_id: String(earlier?.id),
    unchanged_since: String(earlier?.updated_at),
  })
  expect(await edited(author, lesson)).toMatchObject(isShown(6))
})

test('the check of a course names an exercise until it is proved', async () => {
  const rules = async (who: Person, course: string) => {
    const answer = (await db.answer(who, 'check_course', { course_id: course })) as {
      remarks: { rule: string; lesson_id: string }[]
    }
    return answer.remarks.map(({ rule, lesson_id }) => [rule, lesson_id])
  }
  const waits = await draft()
  expect(await rules(waits.author, waits.course.id)).toContainEqual(['not_proved', waits.lesson])
  const proved = await exercise()
  const page = await draft({
    fields: { language: 'PAGE', hidden: '', files: [{ path: 'index.html', text: '' }] },
  })
  for (const { author, course } of [proved, page]) {
    expect((await rules(author, course.id)).map(([rule]) => rule)).not.toContain('not_proved')
  }
})
