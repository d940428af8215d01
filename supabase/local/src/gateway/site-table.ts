import { createHash } from 'node:crypto'
import { PAGE_HEADER, PAGE_PATH } from '@rookies/exercise-engine/page-policy'
import { RUNNER_HEADER, RUNNER_PATH } from '@rookies/exercise-engine/runner-policy'
import { getMimeType } from 'hono/utils/mime'

// What a server answers at each path of the site. The gateway reads this table, and `scripts/site` writes the
// configuration of other servers from it, so that all of them give the same answers.

/** The two bundles of pages. */
export type AppName = 'learner' | 'backoffice'

/** Where the files of each app begin in the site. */
export const FOLDERS: Record<AppName, string> = { learner: '', backoffice: '/admin' }

/** The page of each app. It answers at every path of the app that is no file, and only there. */
export const PAGES: Record<AppName, string> = {
  learner: '/index.html',
  backoffice: '/admin/index.html',
}

/** The documents that run learners' code. Each has a policy of its own, and no page stands in for one. */
export const DOCUMENTS: Record<string, string> = {
  [RUNNER_PATH]: RUNNER_HEADER,
  [PAGE_PATH]: PAGE_HEADER,
}

const documentNames = Object.keys(DOCUMENTS).map((path) => path.replaceAll('.', '\\.'))

/**
 * Patterns of paths, decoded and without the query. JavaScript, nginx, and Caddy read them alike, so they use no
 * lookaround.
 */
export const PATHS = {
  /** The paths of the back-office; the portal has all others. */
  backoffice: '^/(admin|moderator)(/|$)',
  /** A name below these contains a hash of the content, so that the file never changes. */
  hashed: '^(/admin)?/assets/',
  page: '^(/admin)?/index\\.html$',
  hidden: '/\\.',
  /** If there is no file, the answer is 404 and not the page. */
  neverPage: `^(/admin)?(/assets/|(${documentNames.join('|')})$)`,
  /** The same, unless the request accepts HTML, because a script or a picture cannot use a page. */
  looksLikeFile: '\\.\\w+$',
}

/** Whether a path matches a pattern of the table. */
export const matches = (pattern: keyof typeof PATHS, path: string) =>
  new RegExp(PATHS[pattern]).test(path)

/** Returns the media type of a file; undefined for what is not served: reports of the build, and compressed copies. */
export function mediaType(path: string): string | undefined {
  const served = !matches('page', path) && !matches('hidden', path) && !path.endsWith('.gz')
  return served ? getMimeType(path) : undefined
}

export type SiteHeaders = Record<string, string>

/** Answers that are neither a page nor a file. */
export const NOT_FOUND = { status: 404, text: 'Not found\n' } as const
export const READ_ONLY = {
  status: 405,
  text: 'This can only be read.\n',
  headers: { allow: 'GET, HEAD' },
} as const
export const BARE_HEADERS: SiteHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}

/**
 * These headers are sent only over TLS. The gateway has no TLS. Other names of the domain belong to the school, so the
 * header does not include them.
 */
export const TLS_HEADERS: SiteHeaders = { 'strict-transport-security': 'max-age=31536000' }

const COMMON: SiteHeaders = {
  // A link of a mail contains secrets in its path or query, so that requests reveal only the origin of the page.
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
}

/** Returns the headers of a file, by its path. */
export function fileHeaders(path: string): SiteHeaders {
  const policy = DOCUMENTS[path]
  return {
    'cache-control': matches('hashed', path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...COMMON,
    ...(policy ? { 'content-security-policy': policy } : {}),
  }
}

/** The page checks whether this host can be reached, because its player reports nothing (rules/learning#players). */
const SILENT_PLAYER = 'https://www.loom.com'

/** The hosts from which lesson videos are embedded (rules/courses#video-providers). */
const players = [
  'https://www.youtube-nocookie.com',
  'https://www.youtube.com',
  'https://player.vimeo.com',
  SILENT_PLAYER,
  'https://iframe.videodelivery.net',
  'https://*.cloudflarestream.com',
  'https://player.mux.com',
]

/**
 * Returns the headers of an app's page: scripts only from this origin and inline ones by hash, frames only from this
 * origin and the video hosts.
 *
 * @param page.scriptHashes result of `inlineScriptHashes`
 * @param page.connect other origins to which the page connects, including WebSocket ones
 */
export function pageHeaders(
  app: AppName,
  page: { scriptHashes: string[]; connect: string[] },
): SiteHeaders {
  const fromPlayers = `(self ${players.map((player) => `"${player}"`).join(' ')})`
  return {
    'cache-control': 'no-cache',
    ...COMMON,
    'content-security-policy': joined({
      'default-src': ["'self'"],
      'script-src': ["'self'", ...page.scriptHashes.map((hash) => `'${hash}'`)],
      // antd inserts styles into the page; the learner portal uses only its own files.
      'style-src': app === 'backoffice' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      // `blob:` is a picture on this device, cached for offline use or selected for an upload. A local
      // project has no https.
      'img-src': ["'self'", 'data:', 'blob:', 'https:', ...page.connect.filter(isPlainHttp)],
      // The document that runs learners' code is framed by both apps.
      'frame-src': ["'self'", ...players],
      'connect-src': ["'self'", ...page.connect, ...(app === 'learner' ? [SILENT_PLAYER] : [])],
      // The service worker and the manifest, which make the portal available offline and installable. A project
      // writes the manifest of its school (rules/settings#installed-app).
      'worker-src': ["'self'"],
      'manifest-src': ["'self'", ...page.connect.filter((origin) => /^https?:/.test(origin))],
      'frame-ancestors': ["'none'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    }),
    'permissions-policy': `fullscreen=${fromPlayers}, picture-in-picture=${fromPlayers}, camera=(), geolocation=(), microphone=(), payment=(), usb=()`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}

const joined = (policy: Record<string, string[]>) =>
  Object.entries(policy)
    .map(([directive, values]) => [directive, ...values].join(' '))
    .join('; ')

const isPlainHttp = (origin: string) => origin.startsWith('http:')

/** Returns `sha256-…` of each inline script of a page. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
}

/** Returns the http and WebSocket origins of a project's address; none if it is this origin. */
export function projectOrigins(projectUrl: string | undefined): string[] {
  if (!projectUrl) return []
  const { origin } = new URL(projectUrl)
  return [origin, origin.replace(/^http/, 'ws')]
}
