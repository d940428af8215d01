import { isPortalPath } from './portal-path'

declare const self: ServiceWorkerGlobalScope

/** Paths of this build's files, the page among them. Put in by the build, as are the next two. */
declare const FILES: readonly string[]
/** The file that the page begins with. */
declare const ENTRY: string
/** Another one for each build. */
declare const BUILD: string

const PREFIX = 'portal-'
const CACHE = PREFIX + BUILD
/** What answers at every address of the portal. */
const PAGE = '/'
/** A name below it holds a hash of the content, so it never changes. */
const HASHED = '/assets/'
/** So long the server is waited for before the page is taken from here. */
const PATIENCE_MS = 3_000
const AT_ONCE = 6

// Keeps the portal's built files, so that it opens without a connection (rules/learning#offline). Data is none of its
// business, and nothing of the back-office or of the project's services goes through it.

self.addEventListener('install', (event) => {
  // No tab waits for another: the files of the build before stay for the pages that run on them.
  event.waitUntil(fill().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  // The page of a first visit too may want a part that it has not loaded yet.
  const claimed = self.clients.claim()
  const preloads = self.registration.navigationPreload?.enable()
  event.waitUntil(Promise.all([forgetOldBuilds(), claimed, preloads]))
})

self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode === 'navigate') {
    if (isPortalPath(pathname)) event.respondWith(page(event))
  } else if (pathname.startsWith(HASHED) || FILES.includes(pathname)) {
    event.respondWith(file(event.request))
  }
})

/** Fetches what is not there yet. The page comes last: with it the build is whole. */
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
  // The server may have the next build already, whose files are others.
  if (path === PAGE && !(await answer.clone().text()).includes(ENTRY))
    throw new Error('Another build')
  await cache.put(path, answer)
}

const fetching = (path: string): RequestCache => (path.startsWith(HASHED) ? 'default' : 'reload')

/** All but this build and the one before it. */
async function forgetOldBuilds(): Promise<void> {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE)
  const whole: string[] = []
  for (const name of names) {
    if (await (await caches.open(name)).match(PAGE)) whole.push(name)
  }
  const before = whole.at(-1)
  await Promise.all(names.filter((name) => name !== before).map((name) => caches.delete(name)))
}

/** From the server, which may have a newer build; from here when it does not answer, or is in trouble. */
async function page(event: FetchEvent): Promise<Response> {
  const fresh = fromServer(event)
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null))
  const first = await Promise.race([fresh.catch(() => null), late])
  if (first && first.status < 500) return first
  const kept = await (await caches.open(CACHE)).match(PAGE, { ignoreVary: true })
  return kept ?? fresh
}

async function fromServer(event: FetchEvent): Promise<Response> {
  const early: Response | undefined = await event.preloadResponse
  return early ?? fetch(event.request)
}

/** Of this build, else of the one before, on which a page that is open may still run. */
async function file(request: Request): Promise<Response> {
  const own = await (await caches.open(CACHE)).match(request, { ignoreVary: true })
  return own ?? (await caches.match(request, { ignoreVary: true })) ?? fetch(request)
}
