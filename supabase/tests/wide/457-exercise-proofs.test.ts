import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { code, EXERCISE, exercises, type Practice, SOLUTION } from '../scenes/exercises'

// Versions of an exercise and their proof (rules/exercises#exercise, #proof), and what versions and copies of a lesson hold.
const db = useDatabase()
const { worker, draft, exercise, group, save, settleProof, page } = exercises(db)

const edit = async (who: Person, lesson: string) =>
  (await db.answer(who, 'exercise_to_edit', { lesson_id: lesson })) as Record<string, unknown>

const ask = (who: Person, lesson: string) => db.answer(who, 'prove_exercise', { lesson_id: lesson })

const toProve = (lesson: string) => db.answer(worker, 'exercise_to_prove', { lesson_id: lesson })

const jobs = async (lesson: string) =>
  (
    await db.owner(
      `select private.due_exercise_proof(w) as content from private.due_work w where w.kind = 'exercise_proof' and w.subject_id = $1 and w.done_at is null`,
      [lesson],
    )
  ).map(({ content }) => content)

async function learner(made: Practice) {
  const mia = await db.person()
  await group(made, [mia])
  return mia
}

describe('a save', () => {
  test('makes a new version, and the same save again makes none', async () => {
    const made = await draft()
    const outcome = await save(made.author, made.lesson, 2, { tests: 'a' })
    expect(outcome.rows[0]?.answer).toEqual({
      version: 3,
      proved_version: null,
      proof: { state: 'NONE', problems: [] },
    })
    expect((await save(made.author, made.lesson, 2, { tests: 'a' })).rows).toEqual(outcome.rows)
    expect(await edit(made.author, made.lesson)).toMatchObject({ ...EXERCISE, tests: 'a' })
  })

  test('over a version that somebody else replaced is refused', async () => {
    const made = await draft()
    const other = await db.person({ role: 'ADMIN' })
    await save(other, made.lesson, 2, { tests: 'theirs' })
    expect(await save(made.author, made.lesson, 2, { tests: 'mine' })).toMatchObject({
      code: 'PT409',
    })
    expect(await edit(made.author, made.lesson)).toMatchObject({ tests: 'theirs', version: 3 })
  })

  test('deletes versions that nobody needs any more', async () => {
    const made = await exercise()
    await db.owner('delete from public.lesson_versions where lesson_id = $1', [made.lesson])
    for (let i = 2; i < 6; i++) await save(made.author, made.lesson, i, { tests: `t${i}` })
    await db.owner('update public.lesson_versions set exercise = 4 where lesson_id = $1', [
      made.lesson,
    ])
    await save(made.author, made.lesson, 6, { tests: 'last' })
    const kept = await db.owner(
      'select version from private.exercise_keys where lesson_id = $1 order by 1',
      [made.lesson],
    )
    // The proved version, the version to which a version of the lesson refers, and the last two are kept.
    expect(kept.map(({ version }) => version)).toEqual([2, 4, 6, 7])
  })
})

describe('a proof', () => {
  test('is enqueued once, and a refused proof says in which file and line it failed', async () => {
    const made = await draft()
    const mia = await learner(made)
    expect(await toProve(made.lesson)).toBeNull()
    for (let i = 0; i < 2; i++) {
      expect(await ask(made.author, made.lesson)).toMatchObject({ proof: { state: 'PENDING' } })
    }
    expect(await jobs(made.lesson)).toEqual([{ lesson_id: made.lesson, user_id: made.author.id }])
    expect(await toProve(made.lesson)).toMatchObject({
      version: 2,
      files: EXERCISE.files,
      hidden: EXERCISE.hidden,
      solution: EXERCISE.solution,
      time_ms: 400,
    })
    const problems = [{ file: 'tests.js', line: 2, message: 'The solution fails this test.' }]
    expect(await settleProof(made.lesson, 2, false, problems)).toMatchObject({
      proved_version: null,
      proof: { state: 'REFUSED', problems },
    })
    expect(await page(mia, made.lesson)).toMatchObject({ in_preparation: true, files: null })
    expect(await toProve(made.lesson)).toBeNull()
    expect(await ask(made.author, made.lesson)).toMatchObject({ proof: { state: 'PENDING' } })
  })

  test('begins once within two minutes, and is refused after two attempts that did not end', async () => {
    const made = await draft()
    await ask(made.author, made.lesson)
    const begin = () =>
      db.answer(worker, 'exercise_to_prove', { lesson_id: made.lesson, person: made.author.id })
    for (let i = 0; i < 2; i++) {
      const begun = (await Promise.all([begin(), begin(), begin()])) as object[]
      expect(begun.filter((one) => 'wait' in one)).toHaveLength(2)
      expect(await jobs(made.lesson)).toEqual([{ wait: expect.any(String) }])
      await db.owner(
        `update private.exercise_keys set next_at = next_at - interval '121 seconds' where lesson_id = $1 and proof = 'PENDING'`,
        [made.lesson],
      )
    }
    expect(await begin()).toBeNull()
    expect(await edit(made.author, made.lesson)).toMatchObject({
      proof: { state: 'REFUSED', problems: [{ message: expect.stringContaining('twice') }] },
    })
  })

  test('can be requested 30 times an hour, and those of an import wait for the limit', async () => {
    const made = await draft()
    await db.owner(
      `insert into private.exercise_hours (user_id, proofs)
       select $1, array_agg(now() - interval '50 minutes' + n * interval '1 minute') from generate_series(1, 30) n`,
      [made.author.id],
    )
    expect(await db.call(made.author, 'prove_exercise', { lesson_id: made.lesson })).toMatchObject({
      code: 'PT429',
      message: expect.stringContaining('30 exercises tested within an hour'),
    })
    expect(await edit(made.author, made.lesson)).toMatchObject({ proof: { state: 'NONE' } })
    await db.as(made.author, `select private.take_exercise($1, '{}', null, true)`, [made.lesson])
    // The first of the thirty proofs was 49 minutes ago. Requesting it again does not let it begin earlier.
    expect(await ask(made.author, made.lesson)).toMatchObject({ proof: { state: 'PENDING' } })
    const { wait } = (await toProve(made.lesson)) as { wait: string }
    expect(Math.round((Date.parse(wait) - Date.now()) / 60_000)).toBe(11)
    await db.owner(`update private.exercise_hours set proofs = '{}' where user_id = $1`, [
      made.author.id,
    ])
    const other = await draft()
    expect(await ask(other.author, other.lesson)).toMatchObject({ proof: { state: 'PENDING' } })
  })

  test('gives learners the version, and they keep it until the next one is proved', async () => {
    const made = await draft()
    const mia = await learner(made)
    await settleProof(made.lesson, 2)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 2, tests: EXERCISE.tests })
    await save(made.author, made.lesson, 2, { tests: 'next' })
    expect(await page(mia, made.lesson)).toMatchObject({ version: 2, tests: EXERCISE.tests })
    await settleProof(made.lesson, 3, false)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 2, tests: EXERCISE.tests })
    await save(made.author, made.lesson, 3, { tests: 'better' })
    await settleProof(made.lesson, 4)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 4, tests: 'better' })
    // The result for an earlier version arrives late.
    await settleProof(made.lesson, 3)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 4, tests: 'better' })
    expect(await jobs(made.lesson)).toEqual([])
  })

  test('is also valid for a version that differs only in its hints', async () => {
    const made = await exercise()
    const mia = await learner(made)
    const hints = [{ after: 1, text: 'Another hint.' }]
    const saved = await save(made.author, made.lesson, 2, { hints, solution_after: 9 })
    expect(saved.rows[0]?.answer).toMatchObject({ proved_version: 3, proof: { state: 'PROVED' } })
    expect(await page(mia, made.lesson)).toMatchObject({ version: 3, hints, solution_after: 9 })
  })

  test('as practice, which only those who may update the lesson choose, does not hold for a version that is no practice (rules/exercises#practice)', async () => {
    const made = await draft()
    const mia = await learner(made)
    expect(await save(mia, made.lesson, 2, { practice: true })).toMatchObject({ code: '42501' })
    const states: unknown[] = []
    const set = async (version: number, practice: boolean) => {
      await save(made.author, made.lesson, version, { practice })
      const { proof } = await edit(made.author, made.lesson)
      states.push(proof)
    }
    await set(2, true)
    await ask(made.author, made.lesson)
    expect(await toProve(made.lesson)).toMatchObject({ version: 3, practice: true })
    await settleProof(made.lesson, 3)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 3, practice: true })
    const copy = (await db.answer(made.author, 'duplicate_lesson', { lesson_id: made.lesson })) as {
      id: string
    }
    expect(await edit(made.author, copy.id)).toMatchObject({ practice: true, proved_version: 1 })
    await set(3, false)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 3, practice: true })
    await settleProof(made.lesson, 4)
    expect(await page(mia, made.lesson)).toMatchObject({ version: 4, practice: false })
    await set(4, true)
    await set(5, false)
    const [none, proved] = ['NONE', 'PROVED'].map((state) => ({ state, problems: [] }))
    expect(states).toEqual([none, none, proved, proved])
    expect(await edit(made.author, made.lesson)).toMatchObject({ practice: false })
  })

  test('can be requested only by those who may update the lesson, and begins only if it was requested', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const made = await draft({ by: creator })
    const strangers = [await db.person(), await db.person({ role: 'MODERATOR' })]
    await db.withSettings({ creators_admin_panel: true }, async () => {
      for (const who of [...strangers, await db.person({ role: 'CREATOR' })]) {
        await expect(ask(who, made.lesson)).rejects.toThrow('42501')
        expect(await toProve(made.lesson)).toBeNull()
      }
      await ask(creator, made.lesson)
      expect(await toProve(made.lesson)).toMatchObject({ version: 2 })
    })
    await settleProof(made.lesson, 2)
    expect(await toProve(made.lesson)).toBeNull()
  })
})

describe('a lesson', () => {
  const versions = async (who: Person, lesson: string) =>
    (await db.answer(who, 'lesson_version_list', { lesson_id: lesson })) as {
      id: string
      fields: string[]
    }[]

  test('has a version for each save of its exercise, which can be restored with its proof', async () => {
    const made = await exercise()
    const mia = await learner(made)
    await save(made.author, made.lesson, 2, { tests: 'next', solution: code('next') })
    const [latest, before] = await versions(made.author, made.lesson)
    expect(latest?.fields).toEqual(['exercise'])
    const asked = (await db.answer(made.author, 'lesson_version', {
      version_id: latest?.id,
    })) as { updated_at: string }
    expect(asked).toMatchObject({
      texts: { exercise: { tests: 'next' } },
      earlier: { exercise: { tests: EXERCISE.tests, solution: EXERCISE.solution } },
      now: { exercise: { tests: 'next' } },
    })
    await settleProof(made.lesson, 3)
    await db.answer(made.author, 'restore_lesson_version', {
      version_id: before?.id,
      unchanged_since: asked.updated_at,
    })
    expect(await edit(made.author, made.lesson)).toMatchObject({
      ...EXERCISE,
      version: 4,
      proof: { state: 'PROVED' },
    })
    expect(await page(mia, made.lesson)).toMatchObject({ version: 4, tests: EXERCISE.tests })
  })

  test('that is duplicated has an exercise of its own, proved like the original', async () => {
    const made = await exercise()
    await save(made.author, made.lesson, 2, { tests: 'next' })
    const copy = (await db.answer(made.author, 'duplicate_lesson', { lesson_id: made.lesson })) as {
      id: string
    }
    expect(await edit(made.author, copy.id)).toMatchObject({
      ...EXERCISE,
      tests: 'next',
      version: 2,
      proved_version: 1,
      proof: { state: 'NONE' },
    })
    const mia = await learner(made)
    expect(await page(mia, copy.id)).toMatchObject({ version: 1, tests: EXERCISE.tests, runs: [] })
    await save(made.author, copy.id, 2, { tests: 'of the copy' })
    expect(await edit(made.author, made.lesson)).toMatchObject({ tests: 'next' })
  })

  test('is copied with its course, and keeps its exercise in the bin', async () => {
    const made = await exercise()
    const copied = (await db.answer(made.author, 'duplicate_course', {
      course_id: made.course.id,
    })) as { id: string }
    const [lesson] = await db.owner(
      `select l.id from public.lessons l join public.modules m on m.id = l.module_id where m.course_id = $1 and l.content_type = 'EXERCISE'`,
      [copied.id],
    )
    expect(await edit(made.author, String(lesson?.id))).toMatchObject({
      ...EXERCISE,
      proof: { state: 'PROVED' },
    })
    await db.answer(made.author, 'delete_lesson', { lesson_id: made.lesson })
    expect(
      await db.call(made.author, 'exercise_to_edit', { lesson_id: made.lesson }),
    ).toMatchObject({
      code: '42501',
    })
    await db.answer(made.author, 'restore_lesson', { lesson_id: made.lesson })
    expect(await edit(made.author, made.lesson)).toMatchObject(EXERCISE)
  })

  test('shows the exercise in its versions only to people who may update it', async () => {
    const made = await exercise()
    await save(made.author, made.lesson, 2, { tests: 'next' })
    const [latest] = await versions(made.author, made.lesson)
    for (const who of [await learner(made), await db.person({ role: 'MODERATOR' })]) {
      const asked = await db.call(who, 'lesson_version', { version_id: latest?.id })
      expect(JSON.stringify(asked)).not.toContain(SOLUTION)
      expect(asked.code).toBe('42501')
    }
  })
})
