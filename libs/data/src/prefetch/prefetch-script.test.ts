import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { lessonQuery } from '../course-viewing/lesson-query'
import { outlineQuery } from '../course-viewing/outline'
import { libraryQuery } from '../library/library-query'
import { createDataClient } from '../session/create-client'
import type { PrefetchedRead } from '../session/prefetched-reads'
import { prefetchScript } from './prefetch-script'

const ORIGIN = 'http://project.test'
const KEY = 'anon-key'
const USER = '11111111-1111-4111-8111-111111111111'
const LESSON = 'e0000000-0000-4000-8000-000000030102'

const session = (secondsLeft: number, token = 'good') =>
  JSON.stringify({
    access_token: token,
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in: secondsLeft,
    expires_at: Math.floor(Date.now() / 1000) + secondsLeft,
    user: { id: USER, email: 'member@rookies.test' },
  })

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

const answers: Fetch = async () =>
  new Response('[]', { headers: { 'content-type': 'application/json' } })

/** Executes the script at an address. Returns the requests that it sent, and their access tokens. */
function runAt(pathname: string, stored: string | null, fetch = vi.fn(answers)) {
  const window: { rookiesPrefetched?: PrefetchedRead[] } = {}
  const page = {
    window,
    location: { pathname, origin: ORIGIN },
    localStorage: { getItem: (key: string) => (key === 'rookies-auth' ? stored : null) },
    fetch,
  }
  // The script receives the page's globals as parameters with the same names.
  new Function(...Object.keys(page), prefetchScript({ url: '', key: KEY }))(...Object.values(page))
  return { window, fetch }
}

function client(stored: string) {
  return createDataClient({
    url: ORIGIN,
    key: KEY,
    storage: { getItem: () => stored, setItem: () => undefined, removeItem: () => undefined },
  })
}

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['/', 1],
  ['/app/dashboard', 1],
  ['/app/courses/knots-for-all', 1],
  [`/app/courses/knots-for-all/lesson/${LESSON}`, 2],
])(
  'requests at %s exactly what the screen reads, so that the screen sends no second request',
  async (path, reads) => {
    const stored = session(3600)
    const { window, fetch } = runAt(path, stored)
    expect(fetch).toHaveBeenCalledTimes(reads)
    for (const [, init] of fetch.mock.calls) {
      expect(init?.headers).toEqual({ apikey: KEY, Authorization: 'Bearer good' })
    }
    vi.stubGlobal('window', window)
    const again = vi.fn(answers)
    vi.stubGlobal('fetch', again)
    const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const data = client(stored)
    if (!path.startsWith('/app/courses')) await queries.fetchQuery(libraryQuery(data))
    else await queries.fetchQuery(outlineQuery(data, 'knots-for-all')).catch(() => null)
    if (reads === 2) await queries.fetchQuery(lessonQuery(data, LESSON))
    expect(again).not.toHaveBeenCalled()
    expect(window.rookiesPrefetched).toEqual([])
  },
)

it('requests nothing for visitors, on other screens, and with a token that expires soon', () => {
  expect(runAt('/app/dashboard', null).fetch).not.toHaveBeenCalled()
  expect(runAt('/app/dashboard', 'not json').fetch).not.toHaveBeenCalled()
  expect(runAt('/app/dashboard', session(80)).fetch).not.toHaveBeenCalled()
  const malformed = `/app/courses/knots/lesson/${'-'.repeat(36)}`
  for (const path of [
    '/login',
    '/app/profile',
    '/app/courses/Not%20a%20slug',
    '/admin',
    malformed,
  ]) {
    expect(runAt(path, session(3600)).fetch).not.toHaveBeenCalled()
  }
})

it('gives no answer to a request with another token, and none after a broken connection', async () => {
  const { window } = runAt('/app/dashboard', session(3600, 'another'))
  vi.stubGlobal('window', window)
  const again = vi.fn(answers)
  vi.stubGlobal('fetch', again)
  await client(session(3600)).rpc('library', undefined, { get: true })
  expect(again).toHaveBeenCalledTimes(1)

  const broken = runAt(
    '/app/dashboard',
    session(3600),
    vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
  )
  vi.stubGlobal('window', broken.window)
  const { data } = await client(session(3600)).rpc('library', undefined, { get: true })
  expect(data).toEqual([])
  expect(again).toHaveBeenCalledTimes(2)
})
