import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { code, exercises } from '../../scenes/exercises'
import { clientOf, serviceClient } from '../../wire/clients'
import { type Faults, faultyFetch, seeded } from '../../wire/faulty-fetch'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'
import { CrashingBrowser } from '../crashing-browser'

// Many requests about one exercise at the same moment: a run is stored once and settled once, one save counts, and no draft is
// lost (rules/exercises#runs, #verdict, #drafts, #exercise).
const db = useDatabase()
const { exercise, group, handIn, page, completed } = exercises(db)
const lanes = { timeout: 90_000 }

// The code under test listens to events of the window, which Node.js does not have.
vi.stubGlobal('addEventListener', () => undefined)

const tokenOf = (person: Person) => tokenFor(person, { claims: { aal: 'aal2' } })

async function scene() {
  const made = await exercise()
  const mia = await db.person()
  await group(made, [mia])
  return { ...made, mia, token: await tokenFor(mia) }
}

test('of forty requests with one operation id, one stores a run', lanes, async () => {
  const { mia, lesson, token } = await scene()
  const body = { lesson_id: lesson, operation_id: randomUUID(), files: code('1') }
  const answers = await atOnce(40, () => call('hand_in_run', token, body))
  expect(tally(answers.map(verdict))).toEqual({ done: 40 })
  expect((await page(mia, lesson)).runs).toHaveLength(1)
})

test('of forty runs at once, thirty are accepted, each with its own number', lanes, async () => {
  const { mia, lesson, token } = await scene()
  const answers = await atOnce(40, () =>
    call('hand_in_run', token, { lesson_id: lesson, operation_id: randomUUID(), files: code('1') }),
  )
  expect(tally(answers.map(verdict))).toEqual({ done: 30, 'PT429 TOO_MANY': 10 })
  const rows = await db.owner(
    'select no from public.exercise_runs where user_id = $1 order by no',
    [mia.id],
  )
  expect(rows.map(({ no }) => no)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1))
})

test(
  'of twenty verifications at once, one begins, and of twenty verdicts, one counts',
  lanes,
  async () => {
    const { mia, lesson } = await scene()
    const worker = serviceClient()
    let id = ''
    for (let time = 0; time < 5; time += 1) {
      id = (await handIn(mia, lesson)).id
      const begun = await atOnce(20, async () => worker.rpc('run_to_verify', { run_id: id }))
      expect(begun.filter(({ data }) => !('wait' in Object(data)))).toHaveLength(1)
    }
    const settled = await atOnce(20, async () =>
      worker.rpc('settle_run', { run_id: id, verdict: 'PASS' }),
    )
    expect(tally(settled.map(({ data }) => String(data)))).toEqual({ true: 1, false: 19 })
    expect(await completed(mia, lesson)).toBe(true)
    const [standing] = await db.owner(
      'select failed_runs, runs_to_pass from private.exercise_standings where user_id = $1',
      [mia.id],
    )
    expect(standing).toEqual({ failed_runs: 0, runs_to_pass: 5 })
  },
)

test(
  'of ten people who change the same version at the same time, one succeeds',
  lanes,
  async () => {
    const { lesson, author } = await scene()
    const tokens = await Promise.all(
      Array.from({ length: 10 }, async () => tokenOf(await db.person({ role: 'ADMIN' }))),
    )
    const answers = await atOnce(10, (i) =>
      call('save_exercise', tokens[i], {
        ...{ lesson_id: lesson, expected_version: 2, exercise: { tests: `tests ${i}` } },
      }),
    )
    expect(tally(answers.map(verdict))).toEqual({ done: 1, 'PT409 STALE_EXERCISE': 9 })
    expect(await db.answer(author, 'exercise_to_edit', { lesson_id: lesson })).toMatchObject({
      version: 3,
    })
  },
)

test('a proof that arrives while somebody saves belongs to its own version', lanes, async () => {
  for (let time = 0; time < 5; time += 1) {
    const { mia, lesson, author } = await scene()
    await db.call(author, 'save_exercise', {
      ...{ lesson_id: lesson, expected_version: 2, exercise: '{"tests":"three"}' },
    })
    const token = await tokenOf(author)
    await Promise.all([
      serviceClient().rpc('settle_proof', { lesson_id: lesson, version: 3, proved: true }),
      call('save_exercise', token, {
        ...{ lesson_id: lesson, expected_version: 3, exercise: { tests: 'four' } },
      }),
    ])
    expect(await page(mia, lesson)).toMatchObject({ version: 3, tests: 'three' })
    expect(await db.answer(author, 'exercise_to_edit', { lesson_id: lesson })).toMatchObject({
      ...{ version: 4, proved_version: 3, proof: { state: 'NONE' } },
    })
  }
})

test('if four devices save their code at the same time, every version is kept', lanes, async () => {
  const { mia, lesson, token } = await scene()
  const answers = await atOnce(4, (i) =>
    call('save_exercise_draft', token, {
      ...{ lesson_id: lesson, files: code(`device ${i}`), revision: randomUUID(), age_sec: i },
    }),
  )
  expect(tally(answers.map(verdict))).toEqual({ done: 4 })
  const draft = Object((await page(mia, lesson)).draft)
  const texts = [draft, ...draft.kept].map(({ files }) => files[0].text)
  expect(texts.sort()).toEqual(['device 0', 'device 1', 'device 2', 'device 3'])
})

test(
  'twenty runs that were handed in offline are stored once each, even if the browser is closed several times',
  lanes,
  async () => {
    const { mia, lesson } = await scene()
    const faults: Faults = { cut: 0, dropped: 0 }
    const connection = faultyFetch(seeded(11), 0.5, faults)
    const browser = new CrashingBrowser(mia, await clientOf(mia, undefined, connection))
    for (let i = 0; i < 20; i += 1) {
      browser.outbox.put({
        ...{ kind: 'run', lessonId: lesson, slug: 'course', title: 'Return a value' },
        ...{ files: code(`run ${i}`), claimed: 'PASS', operationId: randomUUID() },
      })
      if (i % 4 === 3) {
        void browser.flush()
        await browser.die()
      }
    }
    await browser.finish()
    const rows = await db.owner(
      `select files #>> '{0,text}' as text, verdict from public.exercise_runs where user_id = $1 order by no`,
      [mia.id],
    )
    expect(rows.map(({ text }) => text)).toEqual(Array.from({ length: 20 }, (_, i) => `run ${i}`))
    expect(new Set(rows.map((row) => row.verdict))).toEqual(new Set(['PENDING']))
    expect(await completed(mia, lesson)).toBe(false)
    expect(faults.cut).toBeGreaterThan(2)
    expect(faults.dropped).toBeGreaterThan(2)
  },
)
