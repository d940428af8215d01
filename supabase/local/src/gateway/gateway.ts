import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson, sendText, sendTooLarge } from './answers'
import { acceptApiKey } from './api-key'
import type { Apps } from './apps'
import { answerCors } from './cors'
import { isLoopbackOrigin, isLoopbackRequest } from './loopback'
import type { RestProxy } from './rest-proxy'

/** Bytes that a request may carry. */
export const bodyLimit = 10_000_000

type Handler = { handle(req: IncomingMessage, res: ServerResponse): void | Promise<void> }

export type GatewayParts = {
  /** Takes addresses relative to /auth/v1. */
  auth: Handler
  /** Takes addresses relative to /rest/v1. */
  rest: RestProxy
  /** Takes addresses relative to /functions/v1. */
  functions: Handler
  /** Takes everything that begins with /_mail. */
  mailbox: Handler
  apps: Apps
  log: (line: string) => void
}

/** Headers by which a caller could claim to be somebody else. */
const claims = [
  'forwarded',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * The one door: decides who answers a request. Speaks to this machine only, and to the API only with
 * one of the local keys.
 */
export function createGateway(
  parts: GatewayParts,
): (req: IncomingMessage, res: ServerResponse) => void {
  function route(req: IncomingMessage, res: ServerResponse): void | Promise<void> {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    if (!isLoopbackRequest(req)) {
      const message = 'Rookies on this machine answers http://localhost and http://127.0.0.1 only.'
      return isApi(path)
        ? sendJson(req, res, 403, { code: 'not_loopback', message })
        : sendText(req, res, 403, message)
    }
    for (const name of claims) delete req.headers[name]
    req.headers['x-forwarded-for'] = req.socket.remoteAddress

    if (path === '/health') return sendJson(req, res, 200, { status: 'ok', pid: process.pid })
    if (path === '/_mail' || path.startsWith('/_mail/') || path === '/_mail.json') {
      return parts.mailbox.handle(req, res)
    }
    if (isApi(path)) return routeApi(req, res, path)
    const decoded = decode(path)
    if (decoded === undefined) return sendText(req, res, 400, 'This address cannot be read.')
    return parts.apps.handle(req, res, decoded)
  }

  function routeApi(req: IncomingMessage, res: ServerResponse, path: string): void | Promise<void> {
    if (!isLoopbackOrigin(req.headers.origin)) {
      return sendJson(req, res, 403, {
        code: 'not_loopback',
        message: 'The keys of a local project are refused for pages that are not of this machine.',
      })
    }
    if (answerCors(req, res)) return
    const target = targetOf(path)
    if (!target) {
      return sendJson(req, res, 404, {
        code: 'not_found',
        message: `Nothing answers ${path} here.`,
      })
    }
    // Links in mails are opened by a browser, which sends no key.
    const isMailLink = req.method === 'GET' && path === '/auth/v1/verify'
    // Payment providers send a signature instead, which the function checks.
    const isWebhook = req.method === 'POST' && path === '/functions/v1/purchase-webhook'
    if (!acceptApiKey(req) && !isMailLink && !isWebhook) {
      return sendJson(req, res, 401, {
        code: 'invalid_api_key',
        message: 'No API key found in request, or not a key of this project.',
        hint: 'Send the local anon key in the header `apikey`.',
      })
    }
    if (Number(req.headers['content-length'] ?? 0) > bodyLimit) {
      return sendTooLarge(req, res, bodyLimit)
    }
    req.url = (req.url ?? '').slice(target.prefix.length).replace(/^(?!\/)/, '/')
    return target.handler.handle(req, res)
  }

  function targetOf(path: string): { prefix: string; handler: Handler } | undefined {
    const targets = [
      { prefix: '/rest/v1', handler: parts.rest },
      { prefix: '/auth/v1', handler: parts.auth },
      { prefix: '/functions/v1', handler: parts.functions },
    ]
    return targets.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
  }

  return (req, res) => {
    const fail = (error: unknown) => {
      parts.log(`${req.method} ${req.url?.split('?', 1)[0]}: ${stackOf(error)}`)
      if (res.headersSent) res.destroy()
      else sendJson(req, res, 500, { code: 'unexpected_failure', message: 'Unexpected failure.' })
    }
    try {
      Promise.resolve(route(req, res)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

/** The paths of a Supabase project, built or not: never a page of an app. */
export function isApi(path: string): boolean {
  return /^\/(auth|rest|realtime|storage|functions|graphql)\/v1(\/|$)/.test(path)
}

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
