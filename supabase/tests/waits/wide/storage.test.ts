import { expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { atOnce, call, tally } from '../../races/at-once'
import { courseTree } from '../../wire/course-trees'
import { codeOf, type RawAnswer, raw } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'

const db = useDatabase()

const ROUNDS = 5
/** The number of each of the reader's requests in each round, before the attack and during it. */
const SAMPLES = 20
/** The number of requests of the attack that are sent one after the other. */
const SLOW_SAMPLES = 5
const address = ({ token, path }: { token: string; path: string }) =>
  raw(`/storage/v1/object/upload/sign/lesson-files/${path}`, { method: 'POST', token })

/** The time of each request, in milliseconds. */
async function timesOf(ask: () => Promise<RawAnswer>, samples = SAMPLES): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < samples; n += 1) {
    const began = performance.now()
    const answer = await ask()
    expect(answer.status, answer.text).toBe(200)
    times.push(performance.now() - began)
  }
  return times
}

/** @param share the share of requests that took no longer */
function within(share: number, times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY
}

/** Keeps 150 requests open while `work` runs. Returns the last answers. */
async function besides(ask: () => Promise<RawAnswer>, act: () => Promise<void>) {
  let acting = true
  const attack = atOnce(150, async () => {
    let answer = await ask()
    while (acting && answer.status === 200) answer = await ask()
    return answer
  })
  await act().finally(() => {
    acting = false
  })
  return attack
}

/**
 * Creates a person with ten times as many uploads as allowed, so that counting them before another upload is
 * slow.
 */
async function sender(): Promise<{ token: string; path: string }> {
  const admin = await db.person({ role: 'ADMIN' })
  const [begun] = await db.owner(
    `with begun as (
       insert into private.uploads (bucket, path, batch, user_id, name, size, type, alt)
       select 'lesson-files', gen_random_uuid() || '/a.png', $1, $1, 'a.png', 1, 'image/png', '' from generate_series(1, 200000)
       returning path)
     select min(path) as path from begun`,
    [admin.id],
  )
  return { token: await tokenFor(admin), path: String(begun?.path) }
}

test('a person who requests upload addresses without end does not delay others', async () => {
  const reader = await db.person()
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [reader] })
  const token = await tokenFor(reader)
  const mallory = await sender()
  const requests = [
    () => call('library', token, {}),
    () =>
      raw('/storage/v1/object/list/lesson-files', {
        method: 'POST',
        token,
        body: { prefix: `${lesson}/none` },
      }),
  ].map((ask) => ({ ask, calm: [] as number[], attacked: [] as number[] }))
  for (const { ask } of requests) await timesOf(ask)

  // Samples with and without the attack alternate, so that other work of the machine slows both alike.
  const answers: RawAnswer[] = []
  const alone: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { ask, calm } of requests) calm.push(...(await timesOf(ask)))
    alone.push(...(await timesOf(() => address(mallory), SLOW_SAMPLES)))
    const attack = await besides(
      () => address(mallory),
      async () => {
        for (const { ask, attacked } of requests) attacked.push(...(await timesOf(ask)))
      },
    )
    answers.push(...attack)
  }
  // A fair queue makes others wait for at most one running request of the attacker, not for the hundred that wait.
  const oneRequest = within(0.5, alone)
  for (const { calm, attacked } of requests) {
    const [before, during] = [within(0.95, calm), within(0.95, attacked)]
    expect(during, `calm ${before}, one request ${oneRequest}`).toBeLessThanOrEqual(
      before + oneRequest,
    )
  }
  // Requests that got a slot succeeded; the others never reached the database.
  expect(Object.keys(tally(answers.map((answer) => codeOf(answer) ?? 'fine')))).toContain(
    'SlowDown',
  )
  const refused = answers.find((answer) => answer.status === 429)
  expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(refused?.body).toMatchObject({ statusCode: '429', code: 'SlowDown' })
}, 240_000)
