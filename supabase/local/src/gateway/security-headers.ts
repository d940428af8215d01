import { createHash } from 'node:crypto'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { AppName } from './apps'
import { isLoopbackHost } from './door'

/** Asked whether it can be reached, because its player says nothing (rules/learning#players). */
const SILENT_PLAYER = 'https://www.loom.com'

/** Where lesson videos are embedded from (rules/courses#video-providers). */
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
 * On pages and files alike. A link of a mail brings secrets in its path or its query: no request names
 * more of a page than its origin.
 */
export const referrerPolicy = 'strict-origin'

/**
 * The headers of a page: scripts from this origin and the inline ones known by hash, frames from the
 * video hosts only.
 *
 * @param page.scriptHashes as `inlineScriptHashes` gives them, at this moment
 * @param page.connect origins besides this one that the page talks to, WebSocket ones included
 */
export function pageHeaders(page: {
  app: AppName
  scriptHashes: () => string[]
  connect: string[]
}): MiddlewareHandler {
  const headers = secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: [() => ["'self'", ...page.scriptHashes().map((hash) => `'${hash}'`)].join(' ')],
      // antd writes its styles into the page; the learner portal has none but its own files.
      styleSrc: page.app === 'backoffice' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      // `blob:` is a picture on this device: one that is kept for no connection, or is about to be sent. A local project
      // has no https.
      imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...page.connect.filter(isPlainHttp)],
      frameSrc: players,
      // Not every browser counts WebSockets of this very origin as 'self'.
      connectSrc: [
        "'self'",
        (c) => ownSockets(c.req.header('host') ?? ''),
        ...(page.app === 'learner' ? [SILENT_PLAYER] : []),
        ...page.connect,
      ],
      // What makes the portal open without a connection, and be installed.
      workerSrc: ["'self'"],
      manifestSrc: ["'self'"],
      frameAncestors: ["'none'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
    },
    permissionsPolicy: {
      fullscreen: ['self', ...players],
      pictureInPicture: ['self', ...players],
      camera: [],
      geolocation: [],
      microphone: [],
      payment: [],
      usb: [],
    },
    referrerPolicy,
    strictTransportSecurity: false,
    xFrameOptions: 'DENY',
  })
  return async (c, next) => {
    await headers(c, next)
    // Where a page is not served securely browsers do not keep to it, and say so as an error.
    if (!isServedSecurely(c.req)) c.res.headers.delete('cross-origin-opener-policy')
  }
}

/** Browsers say where a request is going to pages alone that are served securely, behind a tunnel's certificate too. */
const isServedSecurely = (request: HonoRequest) =>
  isLoopbackHost(request.header('host') ?? '') || request.header('sec-fetch-dest') !== undefined

/** @param host one that came in by the door: it would stand in the policy as it is */
const ownSockets = (host: string) =>
  isLoopbackHost(host) ? `ws://${host}` : `ws://${host} wss://${host}`

const isPlainHttp = (origin: string) => origin.startsWith('http:')

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
