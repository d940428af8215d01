import { getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { tooMany } from '../auth/errors'
import { errorAnswer } from '../auth/http'
import { slowDown } from '../storage/errors'
import { readApiKey } from './api-key'
import type { Apps } from './apps'
import { bodyLimitOf } from './body-limits'
import { retryAfter, TooManyRequests } from './database-slots'
import { createHostCheck, type HostCheck } from './host-check'
import {
  decodedPath,
  type NodeContext,
  type NodeEnv,
  type Routes,
  rawPath,
  services,
  tooLarge,
  unreadable,
} from './http'
import type { RequestSlots } from './request-slots'
import type { RestProxy } from './rest-proxy'
import { BARE_HEADERS } from './site-table'

export type GatewayParts = {
  /** Below /auth/v1. */
  auth: Routes
  /** Below /rest/v1. */
  rest: RestProxy
  /** Below /storage/v1. */
  storage: Routes
  /** Below /functions/v1. */
  functions: Routes
  /** All paths that begin with /_mail. */
  mailbox: Routes
  /** All paths that begin with /_ci. */
  ci: Routes
  apps: Apps
  /** The slots at the database, of which every request to a service takes one. */
  slots: RequestSlots
  /** The check that requests have passed; the gateway uses it for the origin of pages. */
  hostCheck?: HostCheck
  log: (line: string) => void
}

/** Headers with which a caller could claim another address. */
const claims = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

const api = `/:service{${services}}/v1/*`

/**
 * Routes requests that passed the host check (see `listen`). The API requires the product's own pages, or no
 * page, and one of the local keys.
 */
export function createGateway(parts: GatewayParts): ReturnType<typeof getRequestListener> {
  return getRequestListener(gatewayRoutes(parts).fetch, {
    errorHandler: () => new Response('This address cannot be read.\n', { status: 403 }),
  })
}

/** Returns the routes of a gateway. */
export function gatewayRoutes(parts: GatewayParts): Routes {
  const { hostCheck = createHostCheck(), slots } = parts
  const app = new Hono<NodeEnv>({ getPath: rawPath })
  app.onError((error, c) => {
    if (error instanceof TooManyRequests) return refuseForNow(c, error)
    parts.log(`${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`)
    return c.json({ code: 'unexpected_failure', message: 'Unexpected failure.' }, 500)
  })
  app.use(safeHeaders, withoutClaims)
  app.get('/health', (c) => c.json({ status: 'ok', pid: process.pid }))
  // The mailbox does not reach the database, but its pages keep this process busy.
  for (const path of ['/_mail.json', '/_mail/*']) app.use(path, slots.forRequest)
  app.route('/', parts.mailbox)
  app.use('/_ci/*', slots.forRequest)
  app.route('/', parts.ci)

  app.use(api, fromOwnPage(hostCheck), crossOrigin, withApiKey, notTooLarge, slots.forRequest)
  app.route('/auth/v1', parts.auth)
  app.all('/rest/v1/*', (c) => parts.rest.handle(c))
  app.route('/storage/v1', parts.storage)
  app.route('/functions/v1', parts.functions)
  app.all(api, (c) =>
    c.json({ code: 'not_found', message: `Nothing answers ${c.req.path} here.` }, 404),
  )

  app.all('*', (c) => {
    const path = decodedPath(c)
    return path === undefined ? unreadable(c) : parts.apps.handle(c, path)
  })
  return app
}

/** Answers a request for which no slot became free, in the form that the clients of its service read. */
function refuseForNow(c: NodeContext, { message }: TooManyRequests): Response {
  c.header('retry-after', retryAfter)
  const [, service = ''] = c.req.path.split('/')
  if (service === 'auth') return errorAnswer(c, tooMany('over_request_rate_limit', message))
  if (service === 'storage') return c.json(slowDown().body, 429)
  if (service === 'functions') return c.json({ code: 'TOO_MANY_REQUESTS', message }, 429)
  return c.json({ code: 'too_many_requests', details: null, hint: null, message }, 429)
}

/** Adds the headers that every answer has. */
export const safeHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  for (const [name, value] of Object.entries(BARE_HEADERS)) {
    if (!c.res.headers.has(name)) c.header(name, value)
  }
}

const withoutClaims: MiddlewareHandler<NodeEnv> = async (c, next) => {
  const { headers } = c.req.raw
  for (const name of claims) headers.delete(name)
  headers.set('x-forwarded-for', c.env.incoming.socket.remoteAddress ?? '')
  return next()
}

const fromOwnPage =
  (hostCheck: HostCheck): MiddlewareHandler =>
  async (c, next) => {
    if (hostCheck.isOwnPage(c.req.header('origin'))) return next()
    const message =
      'The keys of a local project are refused for pages that are not of this machine.'
    return c.json({ code: 'not_loopback', message }, 403)
  }

const crossOrigin = cors({
  allowMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS'],
  exposeHeaders: [
    'Content-Encoding',
    'Content-Location',
    'Content-Range',
    'Content-Type',
    'Date',
    'Location',
    'Range-Unit',
    'Tus-Resumable',
    'Upload-Length',
    'Upload-Offset',
    'X-Supabase-Api-Version',
    'X-Sb-Error-Code',
  ],
  maxAge: 3600,
})

/** The beginnings of requests that need no key. */
const keyless = [
  // A browser opens the links in mails.
  /^GET \/auth\/v1\/verify$/,
  // Payment providers send a signature, which the function checks.
  /^POST \/functions\/v1\/purchase-webhook$/,
  // Jobs of GitHub Actions send a token of GitHub, which the function checks.
  /^POST \/functions\/v1\/repo-result$/,
  // Calendars and mail programs have no key. The secret in the address is their authorization.
  /^(GET|HEAD) \/functions\/v1\/calendar\//,
  // Browsers read a manifest without headers of the page.
  /^(GET|HEAD) \/functions\/v1\/site\//,
  /^(GET|HEAD|POST) \/functions\/v1\/unsubscribe\//,
  // Addresses that contain a signature, and public files: they are used in `<img>` and links, which cannot send a key.
  /^(GET|HEAD) \/storage\/v1\/object\/(sign|public|info\/public)\//,
  /^PUT \/storage\/v1\/object\/upload\/sign\//,
  /^(POST|PATCH|HEAD|DELETE) \/storage\/v1\/upload\/resumable\/sign(\/|$)/,
]

const withApiKey: MiddlewareHandler<NodeEnv> = async (c, next) => {
  const { incoming } = c.env
  const accepted = readApiKey({
    url: incoming.url ?? '',
    apikey: c.req.header('apikey'),
    authorization: c.req.header('authorization'),
  })
  if (accepted) {
    incoming.url = accepted.url
    c.req.raw.headers.set('authorization', accepted.authorization)
  } else if (!keyless.some((begin) => begin.test(`${c.req.method} ${c.req.path}`))) {
    const message = 'No API key found in request, or not a key of this project.'
    const hint = 'Send the local anon key in the header `apikey`.'
    return c.json({ code: 'invalid_api_key', message, hint }, 401)
  }
  return next()
}

/** Storage and the proxy to PostgREST count what arrives themselves, and keep none of it in memory. */
const notTooLarge: MiddlewareHandler<NodeEnv> = async (c, next) => {
  const { path } = c.req
  if (path.startsWith('/storage/v1/')) return next()
  const limit = bodyLimitOf(path)
  if (Number(c.req.header('content-length') ?? 0) > limit) return tooLarge(c, limit)
  if (path.startsWith('/rest/v1/')) return next()
  return bodyLimit({ maxSize: limit, onError: () => tooLarge(c, limit) })(c, next)
}
