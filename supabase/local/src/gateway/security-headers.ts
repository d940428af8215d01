import type { HonoRequest } from 'hono'
import { isLoopbackHost } from './host-check'
import { type AppName, pageHeaders, type SiteHeaders } from './site-table'

/**
 * Returns the headers of an app's page for a request to this gateway. The API has the same origin here, and there is no
 * TLS, so that two of them depend on the request.
 *
 * @param page as for `pageHeaders` of the table
 */
export function localPageHeaders(
  request: HonoRequest,
  app: AppName,
  page: { scriptHashes: string[]; connect: string[] },
): SiteHeaders {
  const connect = [...ownSockets(request.header('host') ?? ''), ...page.connect]
  const { 'cross-origin-opener-policy': opener = '', ...headers } = pageHeaders(app, {
    ...page,
    connect,
  })
  // Browsers ignore this header on a page that is not served securely, and log an error.
  return isServedSecurely(request) ? { ...headers, 'cross-origin-opener-policy': opener } : headers
}

/** Browsers send Sec-Fetch headers only on secure pages, including those behind a tunnel with TLS. */
const isServedSecurely = (request: HonoRequest) =>
  isLoopbackHost(request.header('host') ?? '') || request.header('sec-fetch-dest') !== undefined

/**
 * Some browsers do not count WebSockets of the same origin as 'self'.
 * @param host has passed the host check, because the policy contains it unchanged
 */
const ownSockets = (host: string) =>
  isLoopbackHost(host) ? [`ws://${host}`] : [`ws://${host}`, `wss://${host}`]
