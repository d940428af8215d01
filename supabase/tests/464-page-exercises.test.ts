import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'
import { EXERCISE, exercises, json, type Practice, SOLUTION } from './scenes/exercises'

// Exercises of the language PAGE (rules/exercises#pages).
const db = useDatabase()
const { draft, exercise, group, save, page, completed, tryHandIn, worker } = exercises(db)
const { release } = cohorts(db)

const html = (text: string) => [{ path: 'index.html', text }]

const PAGE = {
  language: 'PAGE',
  files: html('<h1></h1>'),
  tests: `test('has a title', () => expect(document.title).toBe('Hi'))`,
  hidden: '',
  solution: html(`<title>Hi</title><!-- ${SOLUTION} -->`),
}

/** Adds a course with a page that a learner may open. */
async function scene() {
  const made = await draft({ fields: PAGE })
  const mia = await db.person()
  await group(made, [mia])
  return { ...made, mia }
}

const complete = (who: Person | 'visitor', lesson: string) =>
  db.as(who, 'insert into public.lesson_completions (lesson_id) values ($1)', [lesson])

const take = (who: Person, lesson: string) =>
  db.as(who, 'delete from public.lesson_completions where lesson_id = $1', [lesson])

const late = (who: Person, lesson: string, age = 60) =>
  db.as(who, 'select public.complete_late($1, $2, null)', [lesson, age])

const solution = (who: Person, lesson: string) =>
  db.call(who, 'exercise_solution', { lesson_id: lesson })

const jobs = (lesson: string) =>
  db.owner('select kind from private.due_work where subject_id = $1', [lesson])

const outlined = async (who: Person, { course, lesson }: Practice) => {
  const outline = Object(await db.answer(who, 'course_outline', { slug: course.slug }))
  return outline.modules
    .flatMap(({ lessons }: { lessons: { id: string }[] }) => lessons)
    .find(({ id }: { id: string }) => id === lesson)
}

describe('a saved page', () => {
  test('is visible to learners at once, without a proof', async () => {
    const made = await scene()
    expect(await page(made.mia, made.lesson)).toMatchObject({
      language: 'PAGE',
      version: 2,
      files: PAGE.files,
      in_preparation: false,
      can_hand_in: false,
      can_write: true,
    })
    const saved = await save(made.author, made.lesson, 2, { files: html('<h2></h2>') })
    expect(saved.rows[0]?.answer).toEqual({
      version: 3,
      proved_version: 3,
      proof: { state: 'PROVED', problems: [] },
    })
    expect(await page(made.mia, made.lesson)).toMatchObject({ version: 3 })
    expect(
      await db.answer(made.author, 'prove_exercise', { lesson_id: made.lesson }),
    ).toMatchObject({ version: 3, proof: { state: 'PROVED' } })
    expect(await jobs(made.lesson)).toEqual([])
    expect(await db.answer(worker, 'exercise_to_prove', { lesson_id: made.lesson })).toBeNull()
  })

  test('must have an index.html and no hidden tests', async () => {
    const { author, lesson } = await scene()
    const refusals = [
      [{ files: [{ path: 'main.html', text: '' }] }, /index\.html/],
      [{ files: [] }, /index\.html/],
      [{ hidden: 'test' }, /no hidden tests/],
    ] as const
    for (const [fields, message] of refusals) {
      expect(await save(author, lesson, 2, fields)).toMatchObject({
        code: 'PT422',
        message: expect.stringMatching(message),
      })
    }
    const code = await exercise()
    expect(await save(code.author, code.lesson, 2, { language: 'PAGE' })).toMatchObject({
      code: 'PT422',
    })
  })

  test('cannot be handed in, but its drafts are stored', async () => {
    const { mia, lesson } = await scene()
    const files = html('<title>Hi</title>')
    expect(await tryHandIn(mia, lesson, { files: json(files) })).toMatchObject({
      code: 'PT409',
      message: expect.stringContaining('Mark the lesson as complete'),
    })
    expect(
      await db.owner('select from public.exercise_runs where lesson_id = $1', [lesson]),
    ).toEqual([])
    await db.answer(mia, 'save_exercise_draft', {
      lesson_id: lesson,
      files: json(files),
      revision: randomUUID(),
    })
    expect(await page(mia, lesson)).toMatchObject({ draft: { files } })
  })
})

describe('the button', () => {
  test('completes a page and undoes that, online and for changes that were made offline', async () => {
    const made = await scene()
    const { mia, lesson } = made
    expect(await outlined(mia, made)).toMatchObject({ page: true, done: false })
    expect(await complete(mia, lesson)).not.toHaveProperty('code')
    expect(await outlined(mia, made)).toMatchObject({ done: true })
    await take(mia, lesson)
    expect(await completed(mia, lesson)).toBe(false)
    expect(await late(mia, lesson)).not.toHaveProperty('code')
    expect(await completed(mia, lesson)).toBe(true)
  })

  test('never completes an exercise in JavaScript, and none in preparation', async () => {
    const made = await exercise()
    const mia = await db.person()
    await group(made, [mia])
    const empty = await draft()
    await group(empty, [mia])
    expect(await outlined(mia, made)).not.toHaveProperty('page')
    for (const { lesson } of [made, empty]) {
      expect(await complete(mia, lesson)).toMatchObject({ code: '42501' })
      expect(await late(mia, lesson)).toMatchObject({ code: 'PT403' })
      expect(await completed(mia, lesson)).toBe(false)
    }
  })

  test('does not complete a page that is not open to the person', async () => {
    const made = await scene()
    const { lesson } = made
    const [sam, noa] = [await db.person(), await db.person()]
    await release(await group(made, [noa]), lesson, 40)
    for (const who of [sam, noa]) {
      expect(await complete(who, lesson)).toMatchObject({ code: '42501' })
      expect(await late(who, lesson)).toMatchObject({ code: 'PT403' })
      expect(await completed(who, lesson)).toBe(false)
    }
    expect(await complete('visitor', lesson)).toMatchObject({ code: '42501' })
    expect(
      await db.as(
        made.mia,
        'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)',
        [sam.id, lesson],
      ),
    ).toMatchObject({ code: '42501' })
  })

  test('cannot undo a completion after the language of the exercise was changed, and the completion stays', async () => {
    const { mia, author, lesson } = await scene()
    await complete(mia, lesson)
    const { files, tests, hidden } = EXERCISE
    await save(author, lesson, 2, { language: 'JS', files, tests, hidden })
    await db.answer(worker, 'settle_proof', { lesson_id: lesson, version: 3, proved: true })
    await take(mia, lesson)
    expect(await completed(mia, lesson)).toBe(true)
    const noa = await db.person()
    expect(await complete(noa, lesson)).toMatchObject({ code: '42501' })
    await save(author, lesson, 3, { ...PAGE, time_ms: 300 })
    await take(mia, lesson)
    expect(await completed(mia, lesson)).toBe(false)
  })
})

describe('the solution of a page', () => {
  test('opens once the person has completed the page, and it is not stored that they looked at it', async () => {
    const { mia, lesson } = await scene()
    expect(await page(mia, lesson)).toMatchObject({ solution_open: false })
    expect(await solution(mia, lesson)).toMatchObject({ code: 'PT403' })
    await db.owner(
      `insert into private.exercise_standings (user_id, lesson_id, runs, failed_runs, passed_at) values ($1, $2, 9, 9, now())`,
      [mia.id, lesson],
    )
    expect(await page(mia, lesson)).toMatchObject({ solution_open: false })
    expect(await solution(mia, lesson)).toMatchObject({ code: 'PT403' })
    await complete(mia, lesson)
    expect(await page(mia, lesson)).toMatchObject({ solution_open: true, looked_at: null })
    expect((await solution(mia, lesson)).rows[0]?.answer).toEqual(PAGE.solution)
    expect(await page(mia, lesson)).toMatchObject({ looked_at: null })
    const sam = await db.person()
    expect(await solution(sam, lesson)).toMatchObject({ code: 'PT404' })
  })
})
