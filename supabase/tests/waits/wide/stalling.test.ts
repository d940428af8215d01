import { expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { atOnce, call, tally } from '../../races/at-once'
import { courseTree } from '../../wire/course-trees'
import { codeOf, rest } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

const db = useDatabase()

/**
 * The expression tries all ways to split a name of 61 letters into eight pieces twice, which would take hours
 * without a timeout.
 */
const NAME = 'a'.repeat(61)
const PATTERN = '^(a+)(a+)(a+)(a+)(a+)(a+)(a+)(a+)\\1\\2\\3\\4\\5\\6\\7\\8$'
const SAMPLES = 300
/** A duration in milliseconds that nobody notices, even if it is repeated often. */
const UNNOTICED = 50

const endlessSearch = (token: string) =>
  rest(`profiles?select=id&name=imatch.${encodeURIComponent(PATTERN)}`, { token })

/** Returns how long the library takes to answer, in milliseconds at the 95th percentile. */
async function libraryP95(token: string): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n += 1) {
    const began = performance.now()
    const answer = await call('library', token, {})
    expect(answer.status, answer.text).toBe(200)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(SAMPLES * 0.95)] ?? Number.POSITIVE_INFINITY
}

test('a member with thirty concurrent endless searches does not delay others', async () => {
  const reader = await db.person()
  await courseTree(db, { by: await db.person(), entitled: [reader] })
  const token = await tokenFor(reader)
  const mallory = await tokenFor(await db.person({ name: NAME }))
  await libraryP95(token)
  const calm = await libraryP95(token)

  let measuring = true
  const attack = atOnce(30, async () => {
    let answer = await endlessSearch(mallory)
    while (measuring && codeOf(answer) === '57014') answer = await endlessSearch(mallory)
    return answer
  })
  const attacked = await libraryP95(token).finally(() => {
    measuring = false
  })
  const answers = await attack
  expect(attacked, `calm ${calm}`).toBeLessThanOrEqual(Math.max(3 * calm, UNNOTICED))

  // Each call reached the statement timeout, or never reached the database.
  const counts = tally(answers.map(codeOf))
  expect(Object.keys(counts).sort()).toEqual(['57014', 'too_many_requests'])
  const refused = answers.find((answer) => answer.status === 429)
  expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(refused?.body).toEqual({
    code: 'too_many_requests',
    details: null,
    hint: null,
    message: expect.any(String),
  })
}, 120_000)

test('a pattern that would keep a processor busy for minutes is stopped', async () => {
  const mallory = await tokenFor(await db.person({ name: NAME }))
  const began = performance.now()
  const answer = await endlessSearch(mallory)
  expect([answer.status, codeOf(answer)]).toEqual([500, '57014'])
  // The role's timeout and a margin for a busy machine: less than half of a project's default.
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('the timeouts of the API’s roles are as short as the slowest request of a screen allows', async () => {
  const rows = await db.owner(
    `select rolname, setting from pg_roles, unnest(rolconfig) setting
     where rolname in ('anon', 'authenticated') and setting like 'statement_timeout=%' order by 1`,
  )
  expect(rows).toEqual([
    { rolname: 'anon', setting: 'statement_timeout=1s' },
    { rolname: 'authenticated', setting: 'statement_timeout=2s' },
  ])
})
