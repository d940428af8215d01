import { PAGE_PATH } from '@rookies/exercise-engine/page-policy'
import { RUNNER_PATH } from '@rookies/exercise-engine/runner-policy'
import { isPortalPath } from './portal-path'

declare const self: ServiceWorkerGlobalScope

/** The paths of this build's files, including the page. The build defines this constant and the next two. */
declare const FILES: readonly string[]
/** The script with which the page begins. */
declare const ENTRY: string
/** A name that differs from build to build. */
declare const BUILD: string

const PREFIX = 'portal-'
const CACHE = PREFIX + BUILD
/** The document that is returned for every address of the portal. */
const PAGE = '/'
/** The names of files below this path contain a hash of their content, so these files never change. */
const HASHED = '/assets/'
/** Milliseconds to wait for the server before the cached page is used. */
const PATIENCE_MS = 3_000
const AT_ONCE = 6

// Caches the portal's built files, so that the portal opens without a connection (rules/learning#offline). The worker
// never handles data, the back-office, or the project's services.

self.addEventListener('install', (event) => {
  // A new worker does not wait until older tabs are closed, because the files of the previous build stay in the cache
  // for these tabs.
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  // On a first visit, the open page may still request code that it has not loaded yet, so the worker takes control of
  // it.
  const claimed = self.clients.claim()
  const preloads = self.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([forgetOldBuilds(), claimed, preloads]))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') {
    if (isPortalPath(pathname)) event.respondWith(page(event, PAGE))
    // A frame of an exercise. Its page is taken from the newest build too.
    for (const path of [RUNNER_PATH, PAGE_PATH])
      if (pathname === path) event.respondWith(page(event, path))
  } else if (pathname.startsWith(HASHED) || FILES.includes(pathname)) {
    event.respondWith(file(event.request))
  }
})

/** Fetches the files that are missing in the cache. The page comes last, so that a cache with the page is complete. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE)
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))
  const missing = FILES.filter((path) => path !== PAGE && !there.has(path))
  while (missing.length > 0) {
    await Promise.all(missing.splice(0, AT_ONCE).map((path) => add(cache, path)))
  }
  await add(cache, PAGE)
}

async function add(cache: Cache, path: string): Promise<void> {
  const known = path.startsWith(HASHED) ? await caches.match(path, { ignoreVary: true }) : undefined
  const answer = known ?? (await fetch(path, { cache: fetching(path) }))
  if (!answer.ok || answer.redirected) throw new Error(`${path} was answered ${answer.status}`)
  // The server may already have the next build, whose files have other names.
  if (path === PAGE && !(await answer.clone().text()).includes(ENTRY))
    throw new Error('Another build')
  await cache.put(path, answer)
}

const fetching = (path: string): RequestCache => (path.startsWith(HASHED) ? 'default' : 'reload')

/** Deletes all caches but those of this build and the previous one. */
async function forgetOldBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  const whole: string[] = []
  for (const name of names) {
    if (await (await caches.open(name)).match(PAGE)) whole.push(name)
  }
  const before = whole.at(-1)
  await Promise.all(names.filter((name) => name !== before).map((name) => caches.delete(name)))
}

/**
 * Returns the page from the server, which may have a newer build, or the cached page if the server does not answer
 * or fails.
 */
async function page(event: FetchEvent, path: string): Promise<Response> {
  const fresh = fromServer(event)
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const first = await Promise.race([fresh.catch(() => null), late])
  if (first && first.status < 500) return first
  const kept = await (await caches.open(CACHE)).match(path, { ignoreVary: true })
  return kept ?? fresh
}

async function fromServer(event: FetchEvent): Promise<Response> {
  const early: Response | undefined = await event.preloadResponse
  return early ?? fetch(event.request)
}

/** Returns a file of this build or of the previous one, which an open page may still use. */
async function file(request: Request): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(request, { ignoreVary: true })
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}
