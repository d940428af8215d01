import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../database'
import { atOnce, call } from '../../races/at-once'
import { courseTree } from '../../wire/course-trees'
import { project } from '../../wire/project'
import { tokenFor } from '../../wire/tokens'

const db = useDatabase()

const ROUNDS = 3
/** The number of the reader's requests in each round, before the flood and during it. */
const SAMPLES = 15
const AT_ONCE = 300
/**
 * Milliseconds that seem immediate to a person. A quiet library takes about ten, and the flood's own connections and
 * the client that sends them share the machine's two cores with the reader, so three times that says little.
 */
const IMMEDIATE = 100

const secret = () => randomBytes(32).toString('hex')
const key = { apikey: project.anonKey, 'content-type': 'application/json' }
const posted = (path: string, body: object, token?: string): [string, RequestInit] => [
  path,
  {
    method: 'POST',
    headers: { ...key, ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  },
]

/** A request of each flood, by the person who sends it. Without headers, it has no key either. */
const floods: Record<string, (token: string) => [path: string, init?: RequestInit]> = {
  unsubscribe: () => posted('/functions/v1/unsubscribe', { token: secret() }),
  'cohort-link': () => posted('/functions/v1/cohort-link', { token: secret() }),
  calendar: () => [`/functions/v1/calendar/${secret()}.ics`],
  'sign-files': (token) => posted('/functions/v1/sign-files', { paths: ['a/b.png'] }, token),
  'send-invite': (token) => posted('/functions/v1/send-invite', { invite_id: randomUUID() }, token),
  passwords: () =>
    posted('/auth/v1/token?grant_type=password', {
      email: `${randomUUID()}@example.test`,
      password: 'wrong',
    }),
  'public files': () => [`/storage/v1/object/public/covers/${secret()}.png`],
}

const median = (times: number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.POSITIVE_INFINITY

/** Keeps 300 requests open while `work` runs. A caller who is told to retry later does so. */
async function besides(ask: () => [string, RequestInit?], act: () => Promise<void>): Promise<void> {
  const ending = new AbortController()
  const attack = atOnce(AT_ONCE, async () => {
    let status = 0
    while (status !== 429 && !ending.signal.aborted) {
      const [path, init] = ask()
      const { signal } = ending
      const answer = await fetch(project.url + path, { ...init, signal })
      await answer.arrayBuffer()
      status = answer.status
    }
  })
  await act().finally(() => ending.abort())
  await attack.catch((error: unknown) => {
    if (!ending.signal.aborted) throw error
  })
}

test.each(Object.keys(floods))(
  'a flood of %s does not delay another’s library',
  async (name) => {
    const reader = await db.person()
    await courseTree(db, { by: await db.person(), entitled: [reader] })
    const [token, mallory] = [await tokenFor(reader), await tokenFor(await db.person())]
    const measure = async (times: number[]) => {
      for (let n = 0; n < SAMPLES; n += 1) {
        const began = performance.now()
        const answer = await call('library', token, {})
        expect(answer.status, answer.text).toBe(200)
        times.push(performance.now() - began)
      }
    }
    await measure([])
    // Samples with and without the flood alternate, so that other work of the machine slows both alike.
    const [quiet, flooded]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(quiet)
      await besides(
        () => floods[name]?.(mallory) ?? ['/'],
        () => measure(flooded),
      )
    }
    const [calm, during] = [median(quiet), median(flooded)]
    expect(during, `quiet ${calm}`).toBeLessThanOrEqual(Math.max(3 * calm, IMMEDIATE))
  },
  120_000,
)
