import { createHash } from 'node:crypto'

/** Which of the two bundles a page belongs to. */
export type AppName = 'learner' | 'backoffice'

/** Where lesson videos are embedded from (rules/courses#video-providers). */
const players = [
  'https://www.youtube-nocookie.com',
  'https://www.youtube.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
  'https://iframe.videodelivery.net',
  'https://*.cloudflarestream.com',
  'https://player.mux.com',
]

/**
 * On every answer of the apps, pages and assets alike. A link of a mail brings secrets in its path or its
 * query: no request names more of a page than its origin.
 */
export const assetHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin',
}

const playersMay = `(self ${players.map((player) => `"${player}"`).join(' ')})`

const permissions = [
  `fullscreen=${playersMay}`,
  `picture-in-picture=${playersMay}`,
  ...['camera', 'geolocation', 'microphone', 'payment', 'usb'].map((feature) => `${feature}=()`),
].join(', ')

/** On every page, besides its content security policy. */
export const pageHeaders = {
  ...assetHeaders,
  'permissions-policy': permissions,
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * The content security policy of a page: scripts from this origin and the
 * inline ones known by hash, frames from the video hosts only.
 *
 * @param page.scriptHashes as `inlineScriptHashes` gives them
 * @param page.connect origins besides this one that the page talks to, WebSocket ones included
 */
export function contentSecurityPolicy(page: {
  app: AppName
  scriptHashes: string[]
  connect: string[]
}): string {
  // antd writes its styles into the page; the learner portal has none but its own files.
  const styles = page.app === 'backoffice' ? "'self' 'unsafe-inline'" : "'self'"
  return [
    "default-src 'self'",
    ["script-src 'self'", ...page.scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    `style-src ${styles}`,
    "img-src 'self' data: https:",
    `frame-src ${players.join(' ')}`,
    ["connect-src 'self'", ...page.connect].join(' '),
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** `sha256-…` of each script that stands in the page itself. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '']) => !/\ssrc\s*=/i.test(attributes))
    .map(([, , text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`)
}

/** The origins, http and WebSocket, of a project's address; none when it is this origin. */
export function projectOrigins(projectUrl: string | undefined): string[] {
  if (!projectUrl) return []
  const { origin } = new URL(projectUrl)
  return [origin, origin.replace(/^http/, 'ws')]
}
