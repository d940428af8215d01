import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'
import {
  code,
  EXERCISE,
  exercises,
  HIDDEN,
  json,
  type Practice,
  SOLUTION,
} from './scenes/exercises'

// Who may read an exercise, hand in runs of it, and read the runs of others (rules/exercises#who).
const db = useDatabase()
const { draft, exercise, group, handIn, tryHandIn, run, page, save } = exercises(db)
const { release } = cohorts(db)

const row = async (who: Person, lesson: string) =>
  (await db.as(who, 'select * from public.exercises where lesson_id = $1', [lesson])).rows[0]

const opens = (who: Person, lesson: string) => db.call(who, 'exercise_of', { lesson_id: lesson })

describe('an exercise', () => {
  test('is read by those who may open the lesson, without hidden tests and solution', async () => {
    const made = await exercise()
    const [mia, sam] = [await db.person(), await db.person()]
    await group(made, [mia])
    expect(await row(mia, made.lesson)).toMatchObject({ files: EXERCISE.files, version: 2 })
    const text = json([await row(mia, made.lesson), await page(mia, made.lesson)])
    expect(text).not.toMatch(new RegExp(`${HIDDEN}|${SOLUTION}`))
    expect(await row(sam, made.lesson)).toBeUndefined()
    expect(await opens(sam, made.lesson)).toMatchObject({ code: 'PT404' })
    expect(await db.call('visitor', 'exercise_of', { lesson_id: made.lesson })).toMatchObject({
      code: '42501',
    })
  })

  test('that is a free preview can be read by everybody, but only people with access can hand in runs', async () => {
    const made = await exercise()
    await db.owner('update public.lessons set free_preview = true where id = $1', [made.lesson])
    const sam = await db.person()
    expect(await page(sam, made.lesson)).toMatchObject({
      open: true,
      can_hand_in: false,
      files: EXERCISE.files,
    })
    expect(await tryHandIn(sam, made.lesson)).toMatchObject({ code: 'PT404' })
    expect(await db.call(sam, 'exercise_solution', { lesson_id: made.lesson })).toMatchObject({
      code: 'PT404',
    })
  })

  test('that the schedule has not opened is refused, but people can read their own earlier runs', async () => {
    const made = await exercise()
    const [mia, noa] = [await db.person(), await db.person()]
    const cohort = await group(made, [mia, noa])
    await handIn(mia, made.lesson)
    await release(cohort, made.lesson, 40)
    expect(await opens(noa, made.lesson)).toMatchObject({ code: 'PT404' })
    expect(await row(noa, made.lesson)).toBeUndefined()
    expect(await tryHandIn(noa, made.lesson)).toMatchObject({ code: 'PT403' })
    expect(
      await db.call(noa, 'save_exercise_draft', {
        lesson_id: made.lesson,
        files: json(code('x')),
        revision: randomUUID(),
      }),
    ).toMatchObject({ code: 'PT403' })
    expect(await db.call(noa, 'exercise_solution', { lesson_id: made.lesson })).toMatchObject({
      code: 'PT403',
    })
    expect(await page(mia, made.lesson)).toMatchObject({
      open: false,
      can_hand_in: false,
      files: null,
      tests: null,
      runs: [{ verdict: 'PENDING' }],
    })
  })

  test('in preparation is hidden from learners, and its author sees the last saved version', async () => {
    const made = await draft()
    const mia = await db.person()
    await group(made, [mia])
    expect(await page(mia, made.lesson)).toMatchObject({
      open: true,
      in_preparation: true,
      can_hand_in: false,
      version: null,
      files: null,
      tests: null,
    })
    expect(await tryHandIn(mia, made.lesson)).toMatchObject({ code: 'PT409' })
    expect(await row(mia, made.lesson)).toMatchObject({ version: 0, files: [], tests: '' })
    expect(await page(made.author, made.lesson)).toMatchObject({
      in_preparation: true,
      version: 2,
      files: EXERCISE.files,
      solution_open: true,
    })
    const outline = json(await db.answer(mia, 'course_outline', { slug: made.course.slug }))
    expect(outline).toContain('"in_preparation":true')
  })

  test('can be edited only by people who may update the lesson', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const made = await exercise({ by: creator })
    const others = [
      await db.person(),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
    ]
    await db.withSettings({ creators_admin_panel: true }, async () => {
      await group(made, others)
      for (const who of others) {
        const asked = { lesson_id: made.lesson }
        expect(await db.call(who, 'exercise_to_edit', asked)).toMatchObject({ code: '42501' })
        expect(await save(who, made.lesson, 2, { tests: 'x' })).toMatchObject({ code: '42501' })
        expect(await db.call(who, 'prove_exercise', asked)).toMatchObject({ code: '42501' })
      }
      expect(
        await db.answer(creator, 'exercise_to_edit', { lesson_id: made.lesson }),
      ).toMatchObject({
        ...EXERCISE,
        version: 2,
        proved_version: 2,
        proof: { state: 'PROVED', problems: [] },
      })
    })
    expect(await db.call(creator, 'exercise_to_edit', { lesson_id: made.lesson })).toMatchObject({
      code: '42501',
    })
  })
})

describe('the runs of a person', () => {
  async function scene() {
    const creator = await db.person({ role: 'CREATOR' })
    const made: Practice = await exercise({ by: creator })
    const [mia, noa] = [await db.person({ name: 'Mia' }), await db.person()]
    const [coach, other] = [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    await group(made, [mia], { staff: [coach] })
    await group(made, [noa], { staff: [other] })
    const handed = await run(mia, made.lesson, 'FAIL', [{ name: 'adds', ok: false }])
    return { ...made, creator, mia, noa, coach, other, handed }
  }

  const reads = (who: Person, s: Awaited<ReturnType<typeof scene>>) =>
    Promise.all([
      db.call(who, 'exercise_run', { run_id: s.handed.id }),
      db.call(who, 'exercise_runs_of', { lesson_id: s.lesson, user_id: s.mia.id }),
    ])

  test('are read by administrators, the creator of the course, and those who look after the person', async () => {
    const made = await scene()
    await db.withSettings(
      { creators_admin_panel: true, moderators_see_everybody: false },
      async () => {
        for (const who of [made.author, made.creator, made.coach]) {
          for (const { code: refused } of await reads(who, made)) expect(refused).toBeUndefined()
        }
        for (const who of [made.other, made.noa, await db.person({ role: 'CREATOR' })]) {
          for (const outcome of await reads(who, made)) expect(outcome.code).toBe('42501')
        }
        const own = await db.call(made.mia, 'exercise_run', { run_id: made.handed.id })
        expect(own.rows[0]?.answer).toMatchObject({ verdict: 'FAIL', user_id: made.mia.id })
        expect(
          await db.answer(made.coach, 'person_exercises', { user_id: made.mia.id }),
        ).toMatchObject([{ lesson: { id: made.lesson }, runs: 1, failed_runs: 1 }])
        expect(await db.answer(made.other, 'person_exercises', { user_id: made.mia.id })).toEqual(
          [],
        )
      },
    )
  })

  test('are counted for staff: who tried and passed, how many runs it took, and which test fails most', async () => {
    const made = await scene()
    await run(made.mia, made.lesson, 'FAIL', [
      { name: 'adds', ok: false, problem: { message: 'No.', expected: '3', actual: '1' } },
      { name: HIDDEN, ok: false, hidden: true, problem: { actual: 'secret' } },
    ])
    await run(made.mia, made.lesson, 'PASS')
    await run(made.noa, made.lesson, 'PASS')
    const figures = (who: Person) => db.answer(who, 'exercise_figures', { lesson_id: made.lesson })
    expect(await figures(made.author)).toMatchObject({
      tried: 2,
      passed: 2,
      median_runs: 2,
      looked: 0,
      tests: [
        { name: 'adds', failed: 2, people: 1, actual: '1', hidden: false },
        { name: HIDDEN, failed: 1, hidden: true, actual: null },
      ],
    })
    const course = { course_id: made.course.id }
    const [inCourse] = (await db.answer(made.author, 'course_exercise_figures', course)) as object[]
    expect(inCourse).toMatchObject({ title: 'Return a value', proved: true, tried: 2, passed: 2 })
    expect(inCourse).not.toHaveProperty('people')
    expect(inCourse).toMatchObject({ language: 'JS', completed: 2 })
    expect(await db.call(made.mia, 'course_exercise_figures', course)).toMatchObject({
      code: '42501',
    })
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await figures(made.coach)).toMatchObject({
        tried: 1,
        people: [{ name: 'Mia', runs: 3, failed_runs: 2, runs_to_pass: 3 }],
      })
      expect(await db.answer(made.coach, 'course_exercise_figures', course)).toMatchObject([
        { tried: 1, completed: 1 },
      ])
    })
    expect(await db.call(made.mia, 'exercise_figures', { lesson_id: made.lesson })).toMatchObject({
      code: '42501',
    })
  })
})
