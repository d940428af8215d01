import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bootQuery } from '../access/boot'
import type { DataClient } from '../client'
import { lessonQuery } from '../course-viewing/lesson-query'
import { outlineQuery } from '../course-viewing/outline'
import { createFileStore } from '../files/file-store'
import { libraryQuery } from '../library/library-query'
import { watchOutage } from '../outage/watch-outage'
import { createQueryClient } from '../query-client'
import { createDataClient } from '../session/create-client'
import { SESSION_KEY } from '../session/keys'
import { sessionQuery } from '../session/session-query'
import { setCurrentUser, watchSession } from '../session/watch-session'
import { aBody, aCourse } from '../testing/courses'
import { mapStorage } from '../testing/memory-storage'
import { account, FILE, type Server, session, withFile } from '../testing/offline-cache'
import { aLesson, anOutline } from '../testing/outline'
import { answerFromCache } from './answer-from-cache'
import { isCacheShown } from './cache-shown'
import { cachedHashes, lastContact } from './cache-store'
import { startOfflineCache } from './offline-cache'
import { CACHE_VALID_MS } from './restore-cached'

/** The real setTimeout, stored before the tests replace the timers. */
const soon = globalThis.setTimeout
const DAY = 24 * 3_600_000

/** The mocked server; null if it cannot be reached. */
let server: Server | null
let hangs: boolean
let asked: string[]
let stored: Map<string, string>
const ends: (() => void)[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: 1e12 })
  server = {
    library: [aCourse('git')],
    outlines: [anOutline()],
    lessons: ['a', 'b', 'c'].map((id) => aBody(id)),
  }
  hangs = false
  asked = []
  stored = new Map()
  vi.stubGlobal('indexedDB', new IDBFactory())
  vi.stubGlobal('IDBKeyRange', IDBKeyRange)
  vi.stubGlobal('localStorage', mapStorage(stored))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (input: string) => {
    const { pathname, searchParams } = new URL(input)
    const name = pathname.split('/').at(-1) ?? ''
    asked.push(name)
    if (hangs) return new Promise(() => undefined)
    if (!server) throw new TypeError('Failed to fetch')
    const me = JSON.parse(stored.get(SESSION_KEY) ?? '{}').user?.id
    const answers: Record<string, unknown> = {
      boot: {
        ...{ account: account(me, server.state), permissions: [], communities: false },
        settings: { site_name: 'Rookies' },
        bell: { unread: 1 },
      },
      library: server.library,
      course_outline: server.outlines.find(({ slug }) => slug === searchParams.get('slug')) ?? null,
      'sign-files': { files: [{ path: FILE.path, address: '/object/sign/tea.png?token=t' }] },
      lessons: server.lessons.filter(({ id }) => searchParams.get('id')?.includes(id)),
    }
    return Response.json(answers[name] ?? {})
  })
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
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

/** Opens the portal in this browser, as after loading the page again. */
function open({ saves = false } = {}): { client: DataClient; queries: QueryClient } {
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: mapStorage(stored),
  })
  const queries = createQueryClient()
  answerFromCache(queries)
  const unwatch = watchSession(client, queries)
  const store = createFileStore({ url: 'http://project.test', key: 'k' }, client)
  const stop = startOfflineCache({ client, queries, store, mayReadAhead: () => !saves })
  ends.push(
    stop,
    watchOutage(client, queries),
    unwatch,
    () => void client.auth.stopAutoRefresh(),
    () => queries.clear(),
  )
  return { client, queries }
}

const signIn = (id: string) => stored.set(SESSION_KEY, JSON.stringify(session(id)))

/** Opens the portal online, reads the library, and leaves the page open for some seconds. */
async function visit(options?: { saves?: boolean }) {
  const tab = open(options)
  void tab.queries.prefetchQuery(sessionQuery(tab.client))
  await pass(0)
  void tab.queries.prefetchQuery(bootQuery(tab.client))
  void tab.queries.prefetchQuery(libraryQuery(tab.client))
  await pass(10_000)
  // Requests follow one another, so the loop ends after a step in which no new request was sent.
  for (let count = 0; count < asked.length; await pass(1)) count = asked.length
  return tab
}

async function ask<T>(answer: Promise<T>): Promise<T | 'failed'> {
  let settled: T | 'failed' | undefined
  answer.then(
    (value) => {
      settled = value
    },
    () => {
      settled = 'failed'
    },
  )
  await pass(5_000)
  await pass(5_000)
  if (settled === undefined) throw new Error('no end')
  return settled
}

const lessonsCached = async (user: string) =>
  (await cachedHashes(user))
    .filter((hash) => hash.includes('"lesson"'))
    .map((hash) => hash.split('"').at(-2))

describe('a visit online', () => {
  it('caches all texts of a course in progress with one request, after the requests of the screen', async () => {
    signIn('ada')
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a', 'b', 'c'])
    expect(asked).toEqual(['boot', 'library', 'course_outline', 'lessons'])
    expect(Date.now() - ((await lastContact('ada')) ?? 0)).toBeLessThan(60_000)
  })

  it('does not fetch outlines again before an hour and texts before a day have passed', async () => {
    signIn('ada')
    await visit()
    asked = []
    await visit()
    expect(asked).toEqual(['boot', 'library'])
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    signIn('ada')
    asked = []
    await visit()
    expect(asked).toEqual(['boot', 'library', 'course_outline'])
    vi.setSystemTime(Date.now() + DAY)
    signIn('ada')
    asked = []
    await visit()
    expect(asked).toEqual(['boot', 'library', 'course_outline', 'lessons'])
  })

  it('caches a text after the schedule of a cohort has opened it, and deletes it if the schedule closes it again', async () => {
    const opens_at = new Date(Date.now() + 600_000).toISOString()
    const shut = (lesson: object) =>
      anOutline({
        changes_at: opens_at,
        modules: [{ id: 'm', title: 'M', lessons: [aLesson('a'), aLesson('b', lesson)] }],
      })
    if (server) server.outlines = [shut({ open: false, opens_at })]
    signIn('ada')
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a'])
    vi.setSystemTime(Date.now() + 900_000)
    if (server) server.outlines = [{ ...shut({}), changes_at: null }]
    signIn('ada')
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a', 'b'])
    // The schedule of the cohort was moved to a later date, which closes the lesson.
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    if (server) server.outlines = [shut({ open: false, opens_at })]
    signIn('ada')
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a'])
  })

  it('fetches only the library in the background if the browser is set to save data', async () => {
    signIn('ada')
    await visit({ saves: true })
    expect(asked).toEqual(['boot', 'library'])
  })

  it('caches small files with their lessons, deletes both together, and downloads no files if the browser is set to save data', async () => {
    signIn('ada')
    if (!server) return
    server.lessons = [withFile('a'), aBody('b'), aBody('c')]
    const filesCached = async () =>
      (await cachedHashes('ada')).filter((hash) => hash.startsWith('file'))
    const saving = await visit({ saves: true })
    await saving.queries.fetchQuery(outlineQuery(saving.client, 'git'))
    await saving.queries.fetchQuery(lessonQuery(saving.client, 'a'))
    await pass(10_000)
    expect([await lessonsCached('ada'), await filesCached()]).toEqual([['a'], []])
    await visit()
    expect(await filesCached()).toEqual([`file/a/2/${FILE.path}`])
    server.library = []
    await visit({ saves: true })
    expect(await filesCached()).toEqual([])
  })

  it('fetches nothing in advance until the library could be read', async () => {
    signIn('ada')
    const there = server
    server = null
    const { client, queries } = await visit()
    const key = libraryQuery(client).queryKey
    expect(queries.getQueryState(key)?.status).toBe('error')
    server = there
    asked = []
    await pass(10_000)
    expect(asked).toEqual([])
    void queries.prefetchQuery(bootQuery(client))
    void queries.prefetchQuery(libraryQuery(client))
    await pass(10_000)
    expect(await lessonsCached('ada')).toEqual(['a', 'b', 'c'])
  })

  it("shows the screen without waiting for the browser's database", async () => {
    signIn('ada')
    vi.stubGlobal('indexedDB', { open: () => ({}), deleteDatabase: () => ({}) })
    const { client, queries } = open()
    await ask(queries.fetchQuery(sessionQuery(client)))
    expect(await ask(queries.fetchQuery(libraryQuery(client)))).toHaveLength(1)
  })

  it('caches no videos', async () => {
    signIn('ada')
    const video = aLesson('b', { type: 'VIDEO' })
    server?.outlines.splice(
      0,
      1,
      anOutline({ modules: [{ id: 'm1', title: 'M', lessons: [aLesson('a'), video] }] }),
    )
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a'])
  })
})

describe('a visit offline', () => {
  it.each(['is gone', 'does not answer'])('shows cached answers if the server %s', async (how) => {
    signIn('ada')
    await visit()
    server = null
    hangs = how === 'does not answer'
    const { client, queries } = open()
    await ask(queries.fetchQuery(sessionQuery(client)))
    void queries.prefetchQuery(libraryQuery(client))
    void queries.prefetchQuery(outlineQuery(client, 'git'))
    void queries.prefetchQuery(lessonQuery(client, 'b'))
    await pass(5_000)
    expect(queries.getQueryData(libraryQuery(client).queryKey)).toHaveLength(1)
    expect(queries.getQueryData(outlineQuery(client, 'git').queryKey)?.title).toBe('Git from Zero')
    expect(queries.getQueryData(lessonQuery(client, 'b').queryKey)?.content).toBe('Text of b')
    const { isInvalidated } = queries.getQueryState(libraryQuery(client).queryKey) ?? {}
    expect(isInvalidated, 'asked for again with the connection').toBe(true)
  })

  it('repeats the requests of a screen while the server does not answer, and reports that the shown answers are cached', async () => {
    signIn('ada')
    await visit()
    const there = server
    server = null
    const { client, queries } = open()
    await ask(queries.fetchQuery(sessionQuery(client)))
    ends.push(new QueryObserver(queries, libraryQuery(client)).subscribe(() => undefined))
    await pass(5_000)
    expect(isCacheShown()).toBe(true)
    // The notice disappears soon after the server answers, however long the outage was.
    await pass(600_000)
    expect(isCacheShown()).toBe(true)
    if (there) server = { ...there, library: [aCourse('git'), aCourse('css')] }
    await pass(4_000)
    expect(isCacheShown()).toBe(false)
    expect(queries.getQueryData(libraryQuery(client).queryKey)).toHaveLength(2)
  })

  it('shows cached answers even if the session has expired, but only to the same person', async () => {
    signIn('ada')
    await visit()
    const late = { ...session('ada'), expires_at: 1 }
    stored.set(SESSION_KEY, JSON.stringify(late))
    server = null
    const { client, queries } = open()
    expect(await ask(queries.fetchQuery(sessionQuery(client)))).toEqual({
      id: 'ada',
      email: 'ada@rookies.test',
    })
    expect(stored.get(SESSION_KEY)).toBe(JSON.stringify(late))
    stored.set(SESSION_KEY, JSON.stringify({ ...session('bob'), expires_at: 1 }))
    const other = open()
    expect(await ask(other.queries.fetchQuery(sessionQuery(other.client)))).toBe('failed')
  })

  it("shows nothing 31 days after the server's last answer", async () => {
    signIn('ada')
    await visit()
    server = null
    vi.setSystemTime(Date.now() + CACHE_VALID_MS - DAY)
    const good = open()
    expect(await ask(good.queries.fetchQuery(sessionQuery(good.client)))).not.toBe('failed')
    vi.setSystemTime(Date.now() + 2 * DAY)
    const late = open()
    expect(await ask(late.queries.fetchQuery(sessionQuery(late.client)))).toBe('failed')
    expect(await cachedHashes('ada')).toEqual([])
  })
})

describe('cached data is deleted', () => {
  it('when the person signs out', async () => {
    signIn('ada')
    const { queries } = await visit()
    stored.delete(SESSION_KEY)
    setCurrentUser(queries, null)
    await pass(2_000)
    expect(await cachedHashes('ada')).toEqual([])
  })

  it('at sign-out, and no other tab stores data afterwards', async () => {
    signIn('ada')
    const { client, queries } = await visit()
    stored.delete(SESSION_KEY)
    indexedDB.deleteDatabase('rookies-kept')
    queries.setQueryData(libraryQuery(client).queryKey, [aCourse('git')])
    await pass(10_000)
    expect(await cachedHashes('ada')).toEqual([])
  })

  it('when another person signs in, who can never read it', async () => {
    signIn('ada')
    await visit()
    signIn('bob')
    server = null
    const offline = open()
    await ask(offline.queries.fetchQuery(sessionQuery(offline.client)))
    expect(await ask(offline.queries.fetchQuery(libraryQuery(offline.client)))).toBe('failed')
    expect(await cachedHashes('ada')).toEqual([])
  })

  it('when the server answers and the person may no longer open something', async () => {
    signIn('ada')
    server?.library.push(aCourse('css'))
    server?.outlines.push(
      anOutline({ slug: 'css', modules: [{ id: 'm3', title: 'M', lessons: [aLesson('x')] }] }),
    )
    server?.lessons.push(aBody('x'))
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a', 'b', 'c', 'x'])

    if (!server) return
    server.library = [aCourse('git'), aCourse('css', { ended: true })]
    const [module] = anOutline().modules
    if (module) module.lessons = [aLesson('a'), aLesson('b', { open: false })]
    server.outlines = [anOutline({ modules: module ? [module] : [] })]
    vi.setSystemTime(Date.now() + 2 * 3_600_000)
    signIn('ada')
    await visit({ saves: true })
    expect(await lessonsCached('ada')).toEqual(['a', 'b', 'c'])
    await visit()
    expect(await lessonsCached('ada')).toEqual(['a'])
    server.library = []
    await visit({ saves: true })
    expect(await lessonsCached('ada')).toEqual([])
  })

  it('when the account is disabled, but not during maintenance', async () => {
    signIn('ada')
    await visit()
    if (!server) return
    server = { ...server, state: 'MAINTENANCE', library: [] }
    await visit()
    expect(await lessonsCached('ada')).toHaveLength(3)
    server = { ...server, state: 'DISABLED' }
    await visit()
    expect(await cachedHashes('ada')).toEqual([])
  })
})
