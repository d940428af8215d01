import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { atOnce, call } from '../../races/at-once'
import { cohorts } from '../../scenes/cohorts'
import { raw } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// One person's runs that loop inside a built-in function, past the engine's own limit, delay nobody else's verdict and no
// mail (rules/exercises#turns, rules/due-work#runs).
const db = useDatabase()
const { cohort, join } = cohorts(db)

const files = (text: string) => [{ path: 'main.js', text }]
const BOMB = files('export const add = () => [].includes.call({ length: 2 ** 53 }, 1)')
const RIGHT = files('export const add = (a, b) => a + b')
const TESTS = `import { add } from './main.js'\ntest('adds', () => expect(add(1, 2)).toBe(3))`
/** A delay in milliseconds that nobody notices when waiting for a verdict. */
const UNNOTICED = 400
/** Milliseconds between two rounds of the worker. */
const PAUSE = 15_000

let [author, mia, course, lesson]: [Person, Person, Awaited<ReturnType<typeof db.course>>, string] =
  Object([])

async function exercise(by: Person, solution = RIGHT): Promise<string> {
  const id = randomUUID()
  await db.owner(
    `insert into public.lessons (id, module_id, title, index, content_type)
     select $1, $2, 'Add', coalesce(max(l.index), 0) + 1, 'EXERCISE' from public.lessons l where l.module_id = $2`,
    [id, course.moduleId],
  )
  const parts = { files: files('export const add = () => 0'), tests: TESTS, solution, time_ms: 500 }
  const body = { lesson_id: id, expected_version: null, exercise: parts }
  const saved = await call('save_exercise', await tokenFor(by), body)
  expect(saved.status, saved.text).toBe(200)
  return id
}
const verify = async (who: Person, body: object) =>
  raw('/functions/v1/verify-run', { method: 'POST', token: await tokenFor(who), body })
async function handIn(who: Person, code: object): Promise<string> {
  const body = { lesson_id: lesson, operation_id: randomUUID(), files: code }
  const made = await call('hand_in_run', await tokenFor(who), body)
  expect(made.status, made.text).toBe(200)
  return String(Object(made.body).id)
}

/** The median time, of five runs of another person, from handing in to the verdict, in milliseconds. */
async function verdicts(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now()
    const answer = await verify(mia, { run_id: await handIn(mia, RIGHT) })
    times.push(performance.now() - began)
    expect(answer.body, answer.text).toMatchObject({ run: { verdict: 'PASS' } })
  }
  await db.owner('delete from private.exercise_hours where user_id = $1', [mia.id])
  return times.sort((a, b) => a - b)[2] ?? Number.POSITIVE_INFINITY
}

/** How long a message to the cohort takes to be mailed, in milliseconds. */
async function mail(group: string): Promise<number> {
  const body = {
    cohort_id: group,
    title: 'Tonight',
    message: 'Room 4.',
    operation_id: randomUUID(),
  }
  const began = performance.now()
  const sent = await call('send_cohort_message', await tokenFor(author), body)
  expect(sent.status, sent.text).toBe(200)
  await expect
    .poll(
      () =>
        db.owner(
          `select 1 from private.due_work where kind = 'cohort_message_mail' and done_at is null`,
        ),
      { timeout: 120_000, interval: 100 },
    )
    .toEqual([])
  return performance.now() - began
}

let [group, calm]: [string, number] = Object([])
beforeAll(async () => {
  author = await db.person({ role: 'ADMIN' })
  mia = await db.person({ name: 'Mia' })
  course = await db.course({ by: author })
  group = await cohort({ courses: [course] })
  await join(group, mia)
  lesson = await exercise(author)
  const proof = await verify(author, { lesson_id: lesson })
  expect(proof.body, proof.text).toMatchObject({ proof: { proof: { state: 'PROVED' } } })
  await verdicts()
  calm = await verdicts()
}, 120_000)

const isUnnoticed = (attacked: number) =>
  expect(attacked, `calm ${calm}`).toBeLessThanOrEqual(Math.max(3 * calm, UNNOTICED))

test('eight concurrent endless runs do not delay the verdict of another person', async () => {
  const mallory = await db.person()
  await join(group, mallory)
  const runs = await atOnce(8, () => handIn(mallory, BOMB))
  const attack = Promise.all(runs.map((run_id) => verify(mallory, { run_id })))
  isUnnoticed(await verdicts())
  // The first run gets a verdict. The others wait, because a run of this person had to be killed.
  const answers = (await attack).map(({ body }) => String(Object(body).run?.verdict))
  expect(answers.sort()).toEqual(['FAIL', ...Array(7).fill('PENDING')])
}, 120_000)

test('thirty endless runs in the queue of the worker delay neither a mail nor a verdict', async () => {
  const mallory = await db.person()
  await join(group, mallory)
  await atOnce(30, () => handIn(mallory, BOMB))
  await db.owner(
    `update private.due_work set due_at = now() - interval '1 hour' where kind = 'run_check' and user_id = $1`,
    [mallory.id],
  )
  // The mail waits for the next round of the worker, but not for runs.
  const [mailed, attacked] = await Promise.all([mail(group), verdicts()])
  isUnnoticed(attacked)
  expect(mailed).toBeLessThan(PAUSE + 3_000)
}, 240_000)

test('six endless proofs do not delay the verdict of another person', async () => {
  const mallory = await db.person({ role: 'ADMIN' })
  const lessons: string[] = []
  for (let n = 0; n < 6; n += 1) lessons.push(await exercise(mallory, BOMB))
  const attack = Promise.all(lessons.map((lesson_id) => verify(mallory, { lesson_id })))
  isUnnoticed(await verdicts())
  const states = (await attack).map(({ body }) => String(Object(body).proof?.proof?.state))
  expect(states.sort()).toEqual([...Array(5).fill('PENDING'), 'REFUSED'])
}, 240_000)
