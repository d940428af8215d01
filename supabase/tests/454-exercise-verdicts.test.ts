import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { exercises, HIDDEN } from './scenes/exercises'

// How a run gets its verdict (rules/exercises#verdict): a request of the browser and a job may both verify it, and a run that
// stops the server is given up.
const db = useDatabase()
const { worker, exercise, group, handIn, verify, settle, page, completed } = exercises(db)

async function scene() {
  const made = await exercise()
  const mia = await db.person({ name: 'Mia' })
  await group(made, [mia])
  return { ...made, mia, run: await handIn(mia, made.lesson) }
}

/** Makes the last attempt older than a verification can take. */
const later = (run: string) =>
  db.owner(
    `update public.exercise_runs set tried_at = tried_at - interval '31 seconds' where id = $1`,
    [run],
  )

const job = async (run: string) =>
  (
    await db.owner(
      `select private.due_run_check(w) as content, w.due_at > now() as later from private.due_work w where w.kind = 'run_check' and w.subject_id = $1`,
      [run],
    )
  )[0]

describe('a verification', () => {
  test('is begun once within 30 seconds, however many ask for it', async () => {
    const { run } = await scene()
    const begun = await Promise.all([1, 2, 3, 4].map(() => verify(run.id)))
    const waits = begun.filter((one) => one !== null && 'wait' in one)
    expect(waits).toHaveLength(3)
    expect(await job(run.id)).toMatchObject({ content: { wait: expect.any(String) }, later: true })
    await later(run.id)
    expect(await job(run.id)).toMatchObject({ content: { run_id: run.id } })
    expect(await verify(run.id)).toMatchObject({ version: expect.any(Number) })
  })

  test('that was begun twice and did not end makes the run an error, and no completion', async () => {
    const { run, mia, lesson } = await scene()
    for (let i = 0; i < 2; i++) {
      expect(await verify(run.id)).not.toBeNull()
      await later(run.id)
    }
    expect(await verify(run.id)).toBeNull()
    expect(await page(mia, lesson)).toMatchObject({ failed_runs: 1, runs: [{ verdict: 'ERROR' }] })
    expect(await settle(run.id, 'PASS')).toBe(false)
    expect(await completed(mia, lesson)).toBe(false)
  })

  test('of a settled run has nothing to do', async () => {
    const { run } = await scene()
    await verify(run.id)
    await settle(run.id, 'FAIL')
    expect(await verify(run.id)).toBeNull()
    expect(await job(run.id)).toMatchObject({ content: null })
  })

  test('of a run that is gone has nothing to do', async () => {
    const { run } = await scene()
    await db.owner('delete from public.exercise_runs where id = $1', [run.id])
    expect(await verify(run.id)).toBeNull()
    expect(await settle(run.id, 'PASS')).toBe(false)
  })
})

describe('a verdict', () => {
  test('is given once: the first counts', async () => {
    const { run, mia, lesson } = await scene()
    await verify(run.id)
    const given = await Promise.all([
      settle(run.id, 'FAIL'),
      settle(run.id, 'FAIL'),
      settle(run.id, 'FAIL'),
    ])
    expect(given.sort()).toEqual([false, false, true])
    expect(await settle(run.id, 'PASS')).toBe(false)
    expect(await page(mia, lesson)).toMatchObject({ failed_runs: 1, passed_at: null })
  })

  test('is PASS, FAIL or ERROR', async () => {
    const { run } = await scene()
    await expect(settle(run.id, 'PENDING')).rejects.toThrow('PT422')
  })

  test('of a lesson that is no exercise any more completes nothing', async () => {
    const { run, mia, lesson } = await scene()
    await db.owner(`update public.lessons set content_type = 'TEXT' where id = $1`, [lesson])
    await settle(run.id, 'PASS')
    expect(await completed(mia, lesson)).toBe(false)
  })

  test('signals its owner, and the signal holds nothing of the run', async () => {
    const { run, mia } = await scene()
    await settle(run.id, 'FAIL', [{ name: 'adds', ok: false }])
    const signals = await db.owner('select * from public.list_changes where user_id = $1', [mia.id])
    expect(signals).toHaveLength(1)
    expect(Object.keys(signals[0] ?? {}).sort()).toEqual(['at', 'id', 'resource', 'user_id'])
  })
})

describe('the results', () => {
  test('name hidden tests, and hold nothing else of them', async () => {
    const { run, mia, lesson } = await scene()
    await settle(run.id, 'FAIL', [
      { name: 'adds', ok: false, problem: { message: 'No.', line: 1 }, console: ['a'] },
      { name: 'more', ok: false, hidden: true, problem: { message: HIDDEN }, console: [HIDDEN] },
    ])
    const [shown] = (await page(mia, lesson)).runs
    expect(shown?.results).toEqual([
      { name: 'adds', ok: false, problem: { message: 'No.', line: 1 } },
      { name: 'more', ok: false, hidden: true },
    ])
  })

  test('that are too long keep the names of the tests', async () => {
    const { run, mia, lesson } = await scene()
    const long = { name: 'adds', ok: false, problem: { message: 'x'.repeat(140_000) } }
    await settle(run.id, 'FAIL', [long, ...Array.from({ length: 300 }, () => long)])
    const [shown] = (await page(mia, lesson)).runs
    expect(shown?.results).toHaveLength(200)
    expect(shown?.results[0]).toEqual({ name: 'adds', ok: false })
  })

  test('in another form are left out', async () => {
    const { run, mia, lesson } = await scene()
    await db.answer(worker, 'settle_run', { run_id: run.id, verdict: 'FAIL', results: '{}' })
    expect((await page(mia, lesson)).runs).toMatchObject([{ verdict: 'FAIL', results: [] }])
  })
})
