import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { WRITABLE } from '../../agreement/columns'
import { type Person, useDatabase } from '../../database'
import { courseTree } from '../../wire/course-trees'
import { codeOf, raw, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { expectations } from '../functions'
import { plantVictim, type Victim } from '../secrets'

// Nobody gets the solution of a page, or the hidden tests that it had as an exercise in JavaScript, before they
// completed it, and a pass that the browser claims has no effect (rules/exercises#pages).
const db = useDatabase()
const word = `zqpage${randomUUID().slice(0, 8)}`
const html = (text: string) => [{ path: 'index.html', text }]

let [author, mia, sam, mo]: Person[] = []
let lesson = ''
let victim: Victim

beforeAll(async () => {
  author = await db.person({ role: 'ADMIN' })
  mia = await db.person({ name: 'Mia' })
  sam = await db.person({ name: 'Sam' })
  mo = await db.person({ role: 'MODERATOR' })
  const tree = await courseTree(db, { by: author, entitled: [mia] })
  lesson = tree.lesson
  await db.owner(`update public.lessons set content_type = 'EXERCISE' where id = $1`, [lesson])
  const code = [{ path: 'main.js', text: `export const a = '${word}'` }]
  await save(
    { files: [{ path: 'main.js', text: '' }], tests: '1', hidden: word, solution: code },
    1,
  )
  const page = {
    language: 'PAGE',
    files: html('<p></p>'),
    tests: `test('a', () => {})`,
    hidden: '',
  }
  await save({ ...page, solution: html(word) }, 2)
  victim = { ...(await plantVictim(db)), exercise: lesson, course: tree }
}, 60_000)

/** A token with an old password, because one of the functions deletes the account of the caller. */
const token = (who: Person | undefined) =>
  who ? tokenFor(who, { claims: { aal: 'aal2', amr: [{ method: 'password', timestamp: 1 }] } }) : ''

const call = async (who: Person | undefined, name: string, body: object) =>
  rest(`rpc/${name}`, { method: 'POST', body, ...(who && { token: await token(who) }) })

async function save(exercise: object, version: number) {
  const saved = await call(author, 'save_exercise', {
    lesson_id: lesson,
    expected_version: version,
    exercise,
  })
  expect(saved.status, saved.text).toBe(200)
}

describe('the solution and the hidden tests, which only the author may read', () => {
  test('can be read by the author', async () => {
    const { text } = await call(author, 'exercise_to_edit', { lesson_id: lesson })
    expect(text).toContain(word)
  })

  test.each(['learner', 'stranger', 'moderator', 'visitor'] as const)(
    'are in no answer of a function to a %s',
    async (role) => {
      const who = { learner: mia, stranger: sam, moderator: mo, visitor: undefined }[role]
      const given = who && { token: await token(who) }
      for (const [name, { args }] of Object.entries(expectations(victim))) {
        const { text } = await rest(`rpc/${name}`, { method: 'POST', body: args, ...given })
        expect([name, text.includes(word)]).toEqual([name, false])
        // Some functions complete the lesson, which opens the solution.
        if (who === mia)
          await db.owner('delete from public.lesson_completions where lesson_id = $1', [lesson])
      }
      const { text } = await call(who, 'search', { query: word })
      expect(text).not.toContain(lesson)
    },
    120_000,
  )

  test('are in no table of the API', { timeout: 120_000 }, async () => {
    for (const who of [mia, sam, mo, author]) {
      for (const table of Object.keys(WRITABLE)) {
        const { text } = await rest(table, { token: await token(who) })
        expect([table, text.includes(word)]).toEqual([table, false])
      }
    }
  })

  test('are stored in only one table, and in no record, signal or log', async () => {
    const tables = await db.owner(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    const parts = tables.map(
      ({ name }) => `select '${name}' as name from ${name} t where t::text like '%${word}%'`,
    )
    const found = await db.owner(`select distinct name from (${parts.join(' union all ')}) f`)
    expect(found).toEqual([{ name: 'private.exercise_keys' }])
  })
})

test('a pass that is claimed through the API does not open the solution, complete the lesson or add a record', async () => {
  const operation_id = randomUUID()
  const claims = [
    () =>
      call(mia, 'hand_in_run', {
        lesson_id: lesson,
        operation_id,
        files: html('x'),
        claimed: 'PASS',
      }),
    () => call(mia, 'settle_run', { run_id: operation_id, verdict: 'PASS', results: [] }),
    () => call(mia, 'settle_proof', { lesson_id: lesson, version: 3, proved: true }),
    () => call(mia, 'exercise_solution', { lesson_id: lesson }),
    async () =>
      raw('/functions/v1/verify-run', {
        method: 'POST',
        token: await token(mia),
        body: { lesson_id: lesson },
      }),
    async () =>
      rest('exercise_runs', {
        method: 'POST',
        token: await token(mia),
        body: {
          user_id: mia?.id,
          lesson_id: lesson,
          tests_version: 3,
          files: html('x'),
          verdict: 'PASS',
        },
      }),
    async () =>
      rest('lesson_completions', {
        method: 'POST',
        token: await token(sam),
        body: { user_id: mia?.id, lesson_id: lesson },
      }),
    () => call(sam, 'complete_late', { lesson_id: lesson, age: 60 }),
  ]
  for (const claim of claims) {
    const answer = await claim()
    expect([answer.status >= 400, answer.text.includes(word)], answer.text).toEqual([true, false])
    expect(codeOf(answer)).not.toBe('XX000')
  }
  expect(
    await db.owner(
      `select (select count(*)::int from public.exercise_runs where lesson_id = $1) as runs,
         (select count(*)::int from public.lesson_completions where lesson_id = $1) as completions`,
      [lesson],
    ),
  ).toEqual([{ runs: 0, completions: 0 }])
})
