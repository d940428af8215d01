import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { exercises, HIDDEN } from './scenes/exercises'

// How a run gets its verdict (rules/exercises#verdict): both a request of the browser and a job can verify it, and a
// run that stops the server is not tried again.
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
  test('begins once within 30 seconds, even if many requests ask for it', async () => {
    const { run } = await scene()
    const begun = await Promise.all([1, 2, 3, 4].map(() => verify(run.id)))
    const waits = begun.filter((one) => one !== null && 'wait' in one)
    expect(waits).toHaveLength(3)
    expect(await job(run.id)).toMatchObject({ content: { wait: expect.any(String) }, later: true })
    await later(run.id)
    expect(await job(run.id)).toMatchObject({ content: { run_id: run.id } })
    expect(await verify(run.id)).toMatchObject({ version: expect.any(Number) })
  })

  test('that began twice and did not end gives the run the verdict ERROR, without a completion', async () => {
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

  test('of a settled run does nothing', async () => {
    const { run } = await scene()
    await verify(run.id)
    await settle(run.id, 'FAIL')
    expect(await verify(run.id)).toBeNull()
    expect(await job(run.id)).toMatchObject({ content: null })
  })

  test('of a deleted run does nothing', async () => {
    const { run } = await scene()
    await db.owner('delete from public.exercise_runs where id = $1', [run.id])
    expect(await verify(run.id)).toBeNull()
    expect(await settle(run.id, 'PASS')).toBe(false)
  })
})

describe('a person whose runs were killed', () => {
  const killed = (who: Person) => db.answer(worker, 'count_killed_run', { person: who.id })
  /** Seconds that the person's runs have to wait. */
  const waits = async (run: string) => {
    const { wait } = (await verify(run)) as { wait: string }
    return Math.round((Date.parse(wait) - Date.now()) / 1000)
  }

  test('waits longer each time, in the browser and in the queue, and other people do not wait', async () => {
    const { run, mia, lesson, ...made } = await scene()
    const sam = await db.person()
    await group({ ...made, lesson }, [sam])
    for (const seconds of [30, 60, 120]) {
      await killed(mia)
      expect(Math.abs((await waits(run.id)) - seconds)).toBeLessThan(5)
      expect(await job(run.id)).toMatchObject({ content: { wait: expect.any(String) } })
    }
    expect(await verify((await handIn(sam, lesson)).id)).toHaveProperty('tests')
    for (let i = 0; i < 9; i++) await killed(mia)
    expect(await waits(run.id)).toBeGreaterThan(3590)
    expect(await waits(run.id)).toBeLessThan(3601)
    await db.owner(
      `update private.exercise_hours set killed = array(select t - interval '25 hours' from unnest(killed) t) where user_id = $1`,
      [mia.id],
    )
    expect(await verify(run.id)).toHaveProperty('tests')
  })

  test('is also a person whose run stopped the server', async () => {
    const { run, mia, lesson } = await scene()
    await verify(run.id)
    await later(run.id)
    await verify(run.id)
    expect(await waits((await handIn(mia, lesson)).id)).toBeGreaterThan(20)
  })

  test('is not a person whose run got no processor time: that attempt is not counted', async () => {
    const { run } = await scene()
    for (let i = 0; i < 4; i++) {
      expect(await verify(run.id)).toHaveProperty('tests')
      await db.answer(worker, 'forget_attempt', { run_id: run.id })
    }
  })
})

describe('the queue of runs', () => {
  const claim = async (name: string, how_many: number) => {
    const { mails } = (await db.answer(worker, name, { how_many })) as {
      mails: { id: string; content: { run_id: string; user_id: string } }[]
    }
    for (const { id } of mails)
      await db.answer(worker, 'settle_due_mail', { work_id: id, attempt: 1 })
    return mails.map(({ content }) => content.user_id)
  }

  test('takes one run of each person in turn, and contains no mails', async () => {
    const { mia, ...made } = await scene()
    await db.owner('delete from private.due_work')
    const [sam, tom] = [await db.person(), await db.person()]
    await group(made, [sam, tom])
    for (const who of [mia, mia, mia, mia, sam, sam, tom]) await handIn(who, made.lesson)
    await db.owner(
      `update private.due_work set due_at = due_at - interval '1 hour' where kind = 'run_check'`,
    )
    expect(await claim('claim_due_mails', 10)).toEqual([])
    const taken = []
    for (let i = 0; i < 7; i++) taken.push(...(await claim('claim_due_runs', 1)))
    expect(taken).toEqual([mia, sam, tom, mia, sam, mia, mia].map(({ id }) => id))
    expect(await claim('claim_due_runs', 10)).toEqual([])
  })
})

describe('a verdict', () => {
  test('is stored once: the first one counts', async () => {
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

  test('for a lesson that is no longer an exercise completes nothing', async () => {
    const { run, mia, lesson } = await scene()
    await db.owner(`update public.lessons set content_type = 'TEXT' where id = $1`, [lesson])
    await settle(run.id, 'PASS')
    expect(await completed(mia, lesson)).toBe(false)
  })

  test('causes a signal to the owner of the run, which contains no data of the run', async () => {
    const { run, mia } = await scene()
    await settle(run.id, 'FAIL', [{ name: 'adds', ok: false }])
    const signals = await db.owner('select * from public.list_changes where user_id = $1', [mia.id])
    expect(signals).toHaveLength(1)
    expect(Object.keys(signals[0] ?? {}).sort()).toEqual(['at', 'id', 'resource', 'user_id'])
  })

  test('that completes the lesson is signalled to the owner’s other open pages', async () => {
    const { run, mia } = await scene()
    await settle(run.id, 'PASS')
    const signals = await db.owner(
      'select resource from public.list_changes where user_id = $1 order by 1',
      [mia.id],
    )
    expect(signals).toEqual([{ resource: 'dates' }, { resource: 'exercise' }])
  })
})

describe('the results', () => {
  test('contain the names of hidden tests, and nothing else of them', async () => {
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

  test('say which tests did not run', async () => {
    const { run, mia, lesson } = await scene()
    await settle(run.id, 'FAIL', [
      { name: 'skipped', ok: true, not_run: 'SKIPPED' },
      { name: 'to do', ok: true, not_run: 'TODO', hidden: true },
      { name: 'runs', ok: false, not_run: 'OTHER' },
    ])
    const [shown] = (await page(mia, lesson)).runs
    expect(shown?.results).toEqual([
      { name: 'skipped', ok: true, not_run: 'SKIPPED' },
      { name: 'to do', ok: true, not_run: 'TODO', hidden: true },
      { name: 'runs', ok: false },
    ])
  })

  test('that are too long keep the names of the tests', async () => {
    const { run, mia, lesson } = await scene()
    const long = { name: 'adds', ok: false, problem: { message: 'x'.repeat(13_000) } }
    await settle(run.id, 'FAIL', [long, ...Array.from({ length: 300 }, () => long)])
    const [shown] = (await page(mia, lesson)).runs
    expect(shown?.results).toHaveLength(200)
    expect(shown?.results[0]).toEqual({ name: 'adds', ok: false })
  })

  test('that have another form are left out', async () => {
    const { run, mia, lesson } = await scene()
    await db.answer(worker, 'settle_run', { run_id: run.id, verdict: 'FAIL', results: '{}' })
    expect((await page(mia, lesson)).runs).toMatchObject([{ verdict: 'FAIL', results: [] }])
  })
})
