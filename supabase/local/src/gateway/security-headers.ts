import { createHash } from 'node:crypto'
import type { HonoRequest, MiddlewareHandler } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import type { AppName } from './apps'
import { isLoopbackHost } from './host-check'

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
 * This applies to pages and files. A link of a mail contains secrets in its path or query, so that requests
 * reveal only the origin of the page.
 */
export const referrerPolicy = 'strict-origin'

/**
 * Returns the headers of a page: scripts only from this origin and inline ones by hash, frames only from this origin
 * and the video hosts.
 *
 * @param page.scriptHashes current result of `inlineScriptHashes`
 * @param page.connect other origins to which the page connects, including WebSocket ones
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
      // antd inserts styles into the page; the learner portal uses only its own files.
      styleSrc: page.app === 'backoffice' ? ["'self'", "'unsafe-inline'"] : ["'self'"],
      // `blob:` is a picture on this device, cached for offline use or selected for an upload. A local
      // project has no https.
      imgSrc: ["'self'", 'data:', 'blob:', 'https:', ...page.connect.filter(isPlainHttp)],
      // The document that runs learners' code is framed by both apps.
      frameSrc: ["'self'", ...players],
      // Some browsers do not count WebSockets of the same origin as 'self'.
      connectSrc: [
        "'self'",
        (c) => ownSockets(c.req.header('host') ?? ''),
        ...(page.app === 'learner' ? [SILENT_PLAYER] : []),
        ...page.connect,
      ],
      // The service worker and the manifest, which make the portal available offline and installable. A project
      // writes the manifest of its school (rules/settings#installed-app).
      workerSrc: ["'self'"],
      manifestSrc: ["'self'", ...page.connect.filter((origin) => /^https?:/.test(origin))],
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
    // Browsers ignore this header on a page that is not served securely, and log an error.
    if (!isServedSecurely(c.req)) c.res.headers.delete('cross-origin-opener-policy')
  }
}

/** Adds the policy of a document that runs learners' code (rules/exercise-runs#browser, rules/exercises#pages). */
export const sealedHeaders =
  (policy: string): MiddlewareHandler =>
  async (c, next) => {
    await next()
    c.header('content-security-policy', policy)
  }

/** Browsers send Sec-Fetch headers only on secure pages, including those behind a tunnel with TLS. */
const isServedSecurely = (request: HonoRequest) =>
  isLoopbackHost(request.header('host') ?? '') || request.header('sec-fetch-dest') !== undefined

/** @param host has passed the host check, because the policy contains it unchanged */
const ownSockets = (host: string) =>
  isLoopbackHost(host) ? `ws://${host}` : `ws://${host} wss://${host}`

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
