import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { courseTree } from '../../wire/course-trees'
import { codeOf, raw, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

// Only the server decides whether a run passes (rules/exercises#verdict). It runs the real engine here.
const db = useDatabase()
const WORD = 'zqhiddenword'
const files = (text: string) => [{ path: 'main.js', text }]
const RIGHT = files('export const add = (a, b) => a + b')
/** Code that passes the visible test, but not the hidden one. */
const NARROW = files('export const add = () => 3')

let [author, mia, sam, ann, lesson]: [Person, Person, Person, Person, string] = Object([])

beforeAll(async () => {
  author = await db.person({ role: 'ADMIN' })
  mia = await db.person({ name: 'Mia' })
  sam = await db.person({ name: 'Sam' })
  ann = await db.person({ name: 'Ann' })
  const tree = await courseTree(db, { by: author, entitled: [mia, sam, ann] })
  lesson = tree.lesson
  await db.owner(`update public.lessons set content_type = 'EXERCISE' where id = $1`, [lesson])
  const saved = await rpcAs(author, 'save_exercise', {
    lesson_id: lesson,
    expected_version: null,
    exercise: {
      files: files('export const add = () => 0'),
      tests: `import { add } from './main.js'\ntest('adds', () => expect(add(1, 2)).toBe(3))`,
      hidden: `import { add } from './main.js'\ntest('adds others', () => { console.log('${WORD}'); expect(add(2, 2), '${WORD}').toBe(4) })`,
      solution: RIGHT,
    },
  })
  expect(saved.status, saved.text).toBe(200)
  const proof = await verify(author, { lesson_id: lesson })
  expect(proof.body, proof.text).toMatchObject({
    proof: { proof: { state: 'PROVED' }, proved_version: 2 },
  })
}, 60_000)

async function rpcAs(person: Person, name: string, body: object) {
  return rest(`rpc/${name}`, { method: 'POST', token: await tokenFor(person), body })
}
async function verify(person: Person, body: object) {
  const given = await tokenFor(person)
  return raw('/functions/v1/verify-run', { method: 'POST', token: given, body })
}
async function handIn(
  code: object,
  claimed: 'PASS' | 'FAIL' = 'PASS',
  person = mia,
): Promise<string> {
  const body = { lesson_id: lesson, operation_id: randomUUID(), files: code, claimed }
  const answer = await rpcAs(person, 'hand_in_run', body)
  expect(answer.status, answer.text).toBe(200)
  return String(Object(answer.body).id)
}
const completions = (person = mia) =>
  db.owner('select 1 from public.lesson_completions where user_id = $1 and lesson_id = $2', [
    person.id,
    lesson,
  ])

describe('a verdict', () => {
  test('depends on the visible and the hidden tests, and not on the verdict that the browser claims', async () => {
    const narrow = await verify(mia, { run_id: await handIn(NARROW, 'PASS') })
    expect(narrow.body).toMatchObject({
      run: {
        verdict: 'FAIL',
        claimed: 'PASS',
        results: [
          { name: 'adds', ok: true },
          { name: 'adds others', ok: false, hidden: true },
        ],
      },
    })
    expect(narrow.text).not.toContain(WORD)
    expect(await completions()).toEqual([])
  })

  test.each([
    ['a test of its own', `export const add = () => 0; try { test('adds', () => {}) } catch {}`],
    ['another expect', 'export const add = () => 0; globalThis.expect = () => ({ toBe() {} })'],
    ['other equality', 'Object.is = () => true; export const add = () => 0'],
    ['other words', 'JSON.stringify = () => "3"; export const add = () => ({ valueOf: () => 3 })'],
    ['the import of the tests', `import './hidden.js'; export const add = () => 0`],
    ['an end of the program', 'export const add = () => { throw { name: "Passed", ok: true } }'],
    ['a loop', 'export const add = () => { while (true) {} }'],
    ['a recursion', 'export const add = (a, b) => add(a, b) + 0'],
    [
      'memory',
      'export const add = () => { const a = []; while (true) a.push(new Array(1e6).fill(1)) }',
    ],
    ['output', 'export const add = () => { while (true) console.log("x".repeat(1e5)) }'],
  ])('is no pass by %s', async (_way, code) => {
    const { body, text } = await verify(mia, { run_id: await handIn(files(code)) })
    expect(body).toMatchObject({ run: { verdict: 'FAIL' } })
    expect(text).not.toContain(WORD)
    expect(await completions()).toEqual([])
  })

  test('cannot be set through the API by anybody', async () => {
    const run_id = await handIn(NARROW)
    for (const person of [mia, sam, author]) {
      for (const [name, body] of [
        ['settle_run', { run_id, verdict: 'PASS', results: [] }],
        ['run_to_verify', { run_id }],
        ['settle_proof', { lesson_id: lesson, version: 2, proved: true }],
        ['exercise_to_prove', { lesson_id: lesson }],
      ] as const) {
        const answer = await rpcAs(person, name, body)
        expect([name, answer.status, codeOf(answer)]).toEqual([name, 403, '42501'])
        expect(answer.text).not.toContain(WORD)
      }
      const written = await rest(`exercise_runs?id=eq.${run_id}`, {
        method: 'PATCH',
        token: await tokenFor(person),
        body: { verdict: 'PASS', verified_at: new Date().toISOString() },
      })
      expect(written.status).toBe(403)
    }
    expect(await completions()).toEqual([])
  })

  test('of a run is visible only to its owner and staff', async () => {
    const run_id = await handIn(NARROW)
    expect((await verify(sam, { run_id })).status).toBe(403)
    expect((await verify(sam, { lesson_id: lesson })).status).toBe(403)
    expect(
      (await raw('/functions/v1/verify-run', { method: 'POST', body: { run_id } })).status,
    ).toBe(403)
  })

  test('is given once, is the same when it is requested again, and completes the lesson', async () => {
    // Another person than Mia, because on a slow machine so many of her runs are killed that she has to wait.
    const run_id = await handIn(RIGHT, 'FAIL', ann)
    const answers = await Promise.all([1, 2, 3].map(() => verify(ann, { run_id })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const again = await verify(ann, { run_id })
    expect(again.body).toMatchObject({ run: { verdict: 'PASS', claimed: 'FAIL' } })
    expect(await completions(ann)).toHaveLength(1)
    const taken = await rest(`lesson_completions?lesson_id=eq.${lesson}`, {
      method: 'DELETE',
      token: await tokenFor(ann),
    })
    expect([403, 200, 204]).toContain(taken.status)
    expect(await completions(ann)).toHaveLength(1)
  })
})

test('a proof says where the solution fails, and shows this only to the author', async () => {
  const answer = await rpcAs(author, 'save_exercise', {
    lesson_id: lesson,
    expected_version: 2,
    exercise: { solution: files('// two lines\nexport const add = () => missing') },
  })
  expect(answer.status, answer.text).toBe(200)
  const { body } = await verify(author, { lesson_id: lesson })
  expect(body).toMatchObject({
    proof: {
      proved_version: 2,
      proof: { state: 'REFUSED', problems: [{ file: 'solution/main.js', line: 2 }, {}] },
    },
  })
})
