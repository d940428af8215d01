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

const address = ({ token, path }: { token: string; path: string }) =>
  raw(`/storage/v1/object/upload/sign/lesson-files/${path}`, { method: 'POST', token })

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

/** Who has begun ten times as many files as anybody may: they are counted before another is sent, which is slow then. */
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

test('who asks storage for addresses of uploads without end keeps no one else waiting', async () => {
  const reader = await db.person()
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [reader] })
  const token = await tokenFor(reader)
  const mallory = await sender()
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
    let answer = await address(mallory)
    while (measuring && answer.status === 200) answer = await address(mallory)
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
