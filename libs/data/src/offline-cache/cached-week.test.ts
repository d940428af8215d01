import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { bootQuery } from '../access/boot'
import { createFileStore } from '../files/file-store'
import { type LibraryCourse, libraryQuery } from '../library/library-query'
import { myNewsQuery, type News } from '../library/my-news'
import { type CohortWeek, myWeekQuery } from '../library/my-week'
import { createQueryClient } from '../query-client'
import { createDataClient } from '../session/create-client'
import { SESSION_KEY } from '../session/keys'
import { sessionQuery } from '../session/session-query'
import { aCourse } from '../testing/courses'
import { mapStorage } from '../testing/memory-storage'
import { account, session } from '../testing/offline-cache'
import { aWeek } from '../testing/week'
import { answerFromCache } from './answer-from-cache'
import { cachedHashes } from './cache-store'
import { startOfflineCache } from './offline-cache'

/** The real setTimeout, stored before the tests replace the timers. */
const soon = globalThis.setTimeout
const MINUTE = 60_000

const stored = new Map<string, string>()
let library: LibraryCourse[]
let week: CohortWeek[]
let reachable: boolean
let asked: string[]
let stop: () => void

const news: News[] = [
  {
    ...{ kind: 'RETURNED', id: 'l1', title: 'Knots', lesson_id: 'l1', lesson: 'Knots' },
    ...{ course: 'Rope', slug: 'rope', at: '2026-11-25T10:00:00Z', mine: true, times: 1 },
  },
]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1e12 })
  library = [aCourse('git', { completed: 3, in_cohort: true })]
  week = [aWeek()]
  reachable = true
  stop = () => undefined
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  stored.set(SESSION_KEY, JSON.stringify({ ...session('ada'), expires_at: 9e9 }))
  vi.stubGlobal('localStorage', mapStorage(stored))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (input: string) => {
    const name = new URL(input).pathname.split('/').at(-1) ?? ''
    asked.push(name)
    if (!reachable) throw new TypeError('Failed to fetch')
    const answers: Record<string, unknown> = {
      boot: {
        ...{ account: account('ada'), permissions: [], communities: false, bell: null },
        settings: { site_name: 'Rookies' },
      },
      library,
      my_week: week,
      my_news: news,
    }
    return Response.json(answers[name] ?? {})
  })
})

afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Advances the simulated clock, and lets the browser's database finish its work. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < 40; at += 1) {
    await vi.advanceTimersByTimeAsync(at === 0 ? ms : 1)
    await new Promise((resolve) => soon(resolve))
  }
}

/** Opens the portal at a later time, and leaves it open for some seconds. */
async function visit({ later = 0, saves = false } = {}) {
  stop()
  vi.setSystemTime(Date.now() + later)
  asked = []
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: mapStorage(stored),
  })
  const queries = createQueryClient()
  answerFromCache(queries)
  const store = createFileStore({ url: 'http://project.test', key: 'k' }, client)
  const stopCache = startOfflineCache({ client, queries, store, mayReadAhead: () => !saves })
  stop = () => {
    stopCache()
    queries.clear()
    void client.auth.stopAutoRefresh()
  }
  void queries.prefetchQuery(sessionQuery(client))
  await pass(0)
  void queries.prefetchQuery(bootQuery(client))
  void queries.prefetchQuery(libraryQuery(client))
  await pass(10_000)
  return { client, queries }
}

const isCached = async () => (await cachedHashes('ada')).some((hash) => hash.includes('"week"'))

it('the week is cached although nobody opens the library, and read again after an hour or an opening', async () => {
  week = [aWeek({ changes_at: new Date(Date.now() + 10 * MINUTE).toISOString() })]
  const isAsked = async (later: number) => {
    await visit({ later })
    return asked.includes('my_week')
  }
  expect(await isAsked(0)).toBe(true)
  expect(await isAsked(MINUTE)).toBe(false)
  week = [aWeek()]
  expect(await isAsked(10 * MINUTE)).toBe(true)
  expect(await isAsked(10 * MINUTE)).toBe(false)
  expect(await isAsked(60 * MINUTE)).toBe(true)

  reachable = false
  const { client, queries } = await visit()
  void queries.prefetchQuery(myWeekQuery(client))
  await pass(5_000)
  expect(queries.getQueryData(myWeekQuery(client).queryKey)).toEqual([aWeek()])
})

it('no week is cached for a person without a cohort, nor with the setting to save data', async () => {
  await visit({ saves: true })
  library = [aCourse('git', { completed: 3 })]
  await visit()
  expect([asked.includes('my_week'), await isCached()]).toEqual([false, false])
})

it('the week of a cohort that the person has left is deleted when the server answers again', async () => {
  await visit()
  expect(await isCached()).toBe(true)
  library = [aCourse('git', { completed: 3 })]
  await visit({ saves: true })
  expect(await isCached()).toBe(false)
})

it('the news of the library are cached after they were shown, even for a person without a cohort', async () => {
  library = [aCourse('git', { completed: 3 })]
  const first = await visit()
  void first.queries.prefetchQuery(myNewsQuery(first.client))
  await pass(10_000)
  reachable = false
  const { client, queries } = await visit({ later: MINUTE })
  void queries.prefetchQuery(myNewsQuery(client))
  await pass(5_000)
  expect(queries.getQueryData(myNewsQuery(client).queryKey)).toEqual(news)
})
