import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { code, EXERCISE, exercises, json } from '../scenes/exercises'

// Handing in runs: only the verdict of the server counts (rules/exercises#runs, #verdict, #limits).
const db = useDatabase()
const made = exercises(db)
const { exercise, group, handIn, tryHandIn, run, verify, settle, page, completed } = made

async function scene() {
  const practice = await exercise()
  const mia = await db.person({ name: 'Mia' })
  await group(practice, [mia])
  return { ...practice, mia }
}

describe('a run', () => {
  test('waits for its verdict, and its owner sees all of it', async () => {
    const { mia, lesson } = await scene()
    const handed = await handIn(mia, lesson, { claimed: 'PASS' })
    expect(handed).toMatchObject({ no: 1, version: 2, verdict: 'PENDING', claimed: 'PASS' })
    expect(await page(mia, lesson)).toMatchObject({
      open: true,
      in_preparation: false,
      can_hand_in: true,
      version: 2,
      files: EXERCISE.files,
      tests: EXERCISE.tests,
      hints: EXERCISE.hints,
      solution_open: false,
      failed_runs: 0,
      passed_at: null,
      draft: null,
      runs: [{ id: handed.id, verdict: 'PENDING' }],
    })
    expect(await db.answer(mia, 'exercise_run', { run_id: handed.id })).toMatchObject({
      files: code('export const sum = () => 1'),
    })
  })

  test('that the browser claims to pass completes nothing', async () => {
    const { mia, lesson } = await scene()
    await handIn(mia, lesson, { claimed: 'PASS' })
    expect(await completed(mia, lesson)).toBe(false)
    expect(await tryHandIn(mia, lesson, { claimed: 'PENDING' })).toMatchObject({ code: 'PT422' })
  })

  test('completes the lesson once the server says that it passes', async () => {
    const { mia, lesson } = await scene()
    const handed = await handIn(mia, lesson)
    expect(await verify(handed.id)).toMatchObject({
      lesson_id: lesson,
      language: 'JS',
      version: 2,
      files: code('export const sum = () => 1'),
      tests: EXERCISE.tests,
      hidden: EXERCISE.hidden,
      time_ms: 400,
    })
    expect(await settle(handed.id, 'PASS', [{ name: 'adds', ok: true }])).toBe(true)
    expect(await completed(mia, lesson)).toBe(true)
    expect(await page(mia, lesson)).toMatchObject({
      passed_at: expect.any(String),
      solution_open: true,
      runs: [{ verdict: 'PASS', results: [{ name: 'adds', ok: true }] }],
    })
  })

  test('that failed leaves the lesson open, and is counted', async () => {
    const { mia, lesson } = await scene()
    await run(mia, lesson, 'FAIL')
    await run(mia, lesson, 'ERROR')
    expect(await page(mia, lesson)).toMatchObject({ failed_runs: 2, passed_at: null })
    expect(await completed(mia, lesson)).toBe(false)
  })

  test('is stored once under one operation id, even at the same time', async () => {
    const { mia, lesson } = await scene()
    const operation_id = randomUUID()
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => handIn(mia, lesson, { operation_id })),
    )
    expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
    expect((await page(mia, lesson)).runs).toHaveLength(1)
    const other = await scene()
    await db.entitle(mia, other.course.id)
    expect(await tryHandIn(mia, other.lesson, { operation_id })).toMatchObject({ code: 'PT409' })
  })

  test('that another person queued in the same browser is refused', async () => {
    const { mia, lesson } = await scene()
    const sam = await db.person()
    expect(await tryHandIn(mia, lesson, { as_user: sam.id })).toMatchObject({ code: '42501' })
  })

  test('that was made while the access was open is accepted within a week', async () => {
    const { mia, lesson, course } = await scene()
    const ended = await db.person()
    await db.owner(
      `insert into public.entitlements (user_id, course_id, created_at, expires_at) values ($1, $2, now() - interval '9 days', now() - interval '1 day')`,
      [ended.id, course.id],
    )
    expect(await tryHandIn(ended, lesson)).toMatchObject({ code: 'PT403' })
    const before = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const { id, verdict } = await handIn(ended, lesson, { made_at: before })
    expect(verdict).toBe('PENDING')
    await settle(id, 'PASS')
    // The completion has its own time, never one after the end of access.
    const [{ completed_at } = {}] = await db.owner(
      'select completed_at from public.lesson_completions where user_id = $1 and lesson_id = $2',
      [ended.id, lesson],
    )
    expect(completed_at).toEqual(new Date(before))
    const after = new Date(Date.now() - 3_600_000).toISOString()
    expect(await tryHandIn(ended, lesson, { made_at: after })).toMatchObject({ code: 'PT403' })
    expect(await handIn(mia, lesson, { made_at: '2999-01-01' })).toMatchObject({
      verdict: 'PENDING',
    })
  })

  test('is verified against the version that was proved when it arrived', async () => {
    const { mia, lesson, author } = await scene()
    const handed = await handIn(mia, lesson)
    await made.save(author, lesson, 2, { tests: 'new tests' })
    await made.settleProof(lesson, 3)
    await made.save(author, lesson, 3, { tests: 'newer tests' })
    await made.settleProof(lesson, 4)
    expect(await verify(handed.id)).toMatchObject({ version: 2, tests: EXERCISE.tests })
    expect(await handIn(mia, lesson)).toMatchObject({ version: 4 })
  })

  test('that has passed remains passed after the tests change', async () => {
    const { mia, lesson, author } = await scene()
    await run(mia, lesson, 'PASS')
    await made.save(author, lesson, 2, { tests: 'new tests' })
    await made.settleProof(lesson, 3)
    await run(mia, lesson, 'FAIL')
    expect(await completed(mia, lesson)).toBe(true)
    expect(await page(mia, lesson)).toMatchObject({ passed_at: expect.any(String) })
  })
})

describe('learners', () => {
  test('cannot write runs, verdicts, drafts or counts directly, or complete an exercise in another way', async () => {
    const { mia, lesson } = await scene()
    const handed = await handIn(mia, lesson)
    const denied = async (sql: string, values: unknown[] = []) =>
      expect((await db.as(mia, sql, values)).code, sql).toMatch(/^(42501|PT403)$/)
    await denied(
      `insert into public.exercise_runs (lesson_id, tests_version, files, verdict, verified_at) values ($1, 2, '[]', 'PASS', now())`,
      [lesson],
    )
    await denied(`update public.exercise_runs set verdict = 'PASS' where id = $1`, [handed.id])
    await denied('delete from public.exercise_runs where id = $1', [handed.id])
    await denied(`update public.exercises set tests = '' where lesson_id = $1`, [lesson])
    await denied('select * from private.exercise_keys')
    await denied('select * from private.exercise_standings')
    await denied(`select public.settle_run($1, 'PASS', '[]')`, [handed.id])
    await denied('select public.run_to_verify($1)', [handed.id])
    await denied(`select public.settle_proof($1, 2, true, '[]')`, [lesson])
    await denied('select public.exercise_to_prove($1)', [lesson])
    await denied(`select private.end_run($1, 'PASS', '[]')`, [handed.id])
    await denied('insert into public.lesson_completions (lesson_id) values ($1)', [lesson])
    await denied('select public.complete_late($1, 0)', [lesson])
    expect(await completed(mia, lesson)).toBe(false)
  })

  test('cannot undo the completion of an exercise', async () => {
    const { mia, lesson } = await scene()
    await run(mia, lesson, 'PASS')
    await db.as(mia, 'delete from public.lesson_completions where lesson_id = $1', [lesson])
    expect(await completed(mia, lesson)).toBe(true)
  })

  test('cannot complete an exercise by reporting watched seconds', async () => {
    const { mia, lesson } = await scene()
    await db.call(mia, 'record_progress', {
      lesson_id: lesson,
      position_sec: 1,
      ranges: '{[0,9999)}',
    })
    expect(await completed(mia, lesson)).toBe(false)
  })
})

describe('the limits', () => {
  const files = (count: number, text = 'x') =>
    json(Array.from({ length: count }, (_, i) => ({ path: `f${i}.js`, text })))

  test.each([
    ['no file', '[]'],
    ['21 files', files(21)],
    ['more than 200 kB', files(2, 'x'.repeat(102_401))],
    ['two files with one name', json([...code('a'), { path: 'MAIN.js', text: 'b' }])],
    ['a file in the place of the tests', json([{ path: 'tests.js', text: 'b' }])],
    ['a file in the place of the hidden tests', json([{ path: 'Hidden.ts', text: 'b' }])],
    ['a path that leads out', json([{ path: '../main.js', text: 'b' }])],
    ['an absolute path', json([{ path: '/main.js', text: 'b' }])],
    ['another field', json([{ path: 'main.js', text: 'b', verdict: 'PASS' }])],
    ['a text that is none', json([{ path: 'main.js', text: 7 }])],
    ['no list', '{}'],
  ])('refuse %s', async (_, sent) => {
    const { mia, lesson } = await scene()
    expect(await tryHandIn(mia, lesson, { files: sent })).toMatchObject({ code: 'PT422' })
  })

  test('accept 20 files with 200 kB', async () => {
    const { mia, lesson } = await scene()
    await handIn(mia, lesson, { files: files(20, 'x'.repeat(10_240)) })
  })

  test('accept 30 runs in an hour, the deleted ones included', async () => {
    const { mia, lesson } = await scene()
    for (let i = 0; i < 30; i++) await run(mia, lesson, 'FAIL')
    expect(await tryHandIn(mia, lesson)).toMatchObject({ code: 'PT429' })
    await db.owner(
      `update private.exercise_hours set times = array(select t - interval '1 hour' from unnest(times) t) where user_id = $1`,
      [mia.id],
    )
    await handIn(mia, lesson)
  })

  test('keep the last 20 runs and the first pass', async () => {
    const { mia, lesson } = await scene()
    await run(mia, lesson, 'FAIL')
    await run(mia, lesson, 'PASS')
    await run(mia, lesson, 'PASS')
    for (let i = 0; i < 22; i++) await run(mia, lesson, 'FAIL')
    const kept = await db.owner(
      'select no from public.exercise_runs where user_id = $1 order by no',
      [mia.id],
    )
    expect(kept.map(({ no }) => no)).toEqual([2, ...Array.from({ length: 20 }, (_, i) => i + 6)])
    expect(await page(mia, lesson)).toMatchObject({ failed_runs: 23 })
  })

  test('keep a run that waits for its verdict', async () => {
    const { mia, lesson } = await scene()
    const waiting = await handIn(mia, lesson)
    for (let i = 0; i < 21; i++) await run(mia, lesson, 'FAIL')
    const find = () =>
      db.owner('select verdict from public.exercise_runs where id = $1', [waiting.id])
    expect(await find()).toEqual([{ verdict: 'PENDING' }])
    await settle(waiting.id, 'FAIL')
    expect(await find()).toEqual([])
  })
})
