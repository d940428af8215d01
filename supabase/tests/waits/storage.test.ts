import { expect, test } from 'vitest'
import { useDatabase } from '../database'
import { atOnce, call, tally } from '../races/at-once'
import { courseTree } from '../wire/course-trees'
import { codeOf, raw } from '../wire/rest'
import { tokenFor } from '../wire/tokens'

const db = useDatabase()

const SAMPLES = 100
/** Milliseconds below which no one notices. */
const UNNOTICED = 50

const list = (token: string) =>
  raw('/storage/v1/object/list/lesson-files', { method: 'POST', token, body: { prefix: '' } })

/** How long it took, in milliseconds at the 95th percentile. */
async function p95(ask: () => Promise<{ status: number; text: string }>): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < SAMPLES; n += 1) {
    const began = performance.now()
    const answer = await ask()
    expect(answer.status, answer.text).toBe(200)
    times.push(performance.now() - began)
  }
  times.sort((a, b) => a - b)
  return times[Math.floor(SAMPLES * 0.95)] ?? Number.POSITIVE_INFINITY
}

test('a member who asks storage for lists without end keeps no one else waiting', async () => {
  const reader = await db.person()
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [reader] })
  // As many as a year of a school brings, each of which the policy looks at.
  await db.owner(
    `with made as (
       select gen_random_uuid() || '/a.png' as path from generate_series(1, 5000)), held as (
       insert into public.lesson_files (lesson_id, path, name, size, type)
       select $1, path, 'a.png', 1, 'image/png' from made returning path)
     insert into storage.objects (bucket_id, name) select 'lesson-files', path from held`,
    [lesson],
  )
  const token = await tokenFor(reader)
  const mallory = await tokenFor(await db.person())
  const library = () => call('library', token, {})
  const ownList = () =>
    raw('/storage/v1/object/list/lesson-files', {
      method: 'POST',
      token,
      body: { prefix: `${lesson}/none` },
    })
  await p95(library)
  const calm = [await p95(library), await p95(ownList)] as const

  let measuring = true
  const attack = atOnce(150, async () => {
    let answer = await list(mallory)
    while (measuring && answer.status === 200) answer = await list(mallory)
    return answer
  })
  let attacked: readonly [number, number] = [0, 0]
  try {
    attacked = [await p95(library), await p95(ownList)]
  } finally {
    measuring = false
  }
  const answers = await attack
  for (const [n, took] of attacked.entries()) {
    const most = Math.max(3 * (calm[n] ?? 0), UNNOTICED)
    expect(took, `calm ${calm}, attacked ${attacked}`).toBeLessThanOrEqual(most)
  }
  // Those that did not wait in vain had their turns; the others never reached the database.
  expect(Object.keys(tally(answers.map((answer) => codeOf(answer) ?? 'fine')))).toContain(
    'SlowDown',
  )
  const refused = answers.find((answer) => answer.status === 429)
  expect(refused?.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
  expect(refused?.body).toMatchObject({ statusCode: '429', code: 'SlowDown' })
}, 120_000)
