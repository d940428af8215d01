import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'
import { READ_ONLY } from './site-table'

/** Gives requests access to Node's own, as `c.env.incoming` and `c.env.outgoing`. */
export type NodeEnv = { Bindings: HttpBindings }
export type NodeContext = Context<NodeEnv>
export type Routes = Hono<NodeEnv>

/** The result of a handler that wrote its answer to `c.env.outgoing`. */
export const alreadySent = RESPONSE_ALREADY_SENT

/** The services of a Supabase project, including those that are not embedded. */
export const services = 'auth|rest|realtime|storage|functions|graphql'

/** Whether a path belongs to a Supabase project, and not to a page of an app. */
export function isApi(path: string): boolean {
  return new RegExp(`^/(${services})/v1(/|$)`).test(path)
}

/** Returns the path as it was sent. Hono normalizes its own: `/rest/v1/../..` would become another path. */
export function rawPath(_: Request, options?: { env?: HttpBindings }): string {
  return options?.env?.incoming.url?.split('?', 1)[0] ?? '/'
}

/** Returns the path decoded; undefined if it cannot be. */
export function decodedPath(c: Context): string | undefined {
  try {
    return decodeURIComponent(c.req.path)
  } catch {
    return undefined
  }
}

/** The answer to a path that cannot be decoded. */
export const unreadable = (c: Context) => c.text('This address cannot be read.\n', 400)

/** Answers 405 to all methods but GET and HEAD. */
export const readOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  return c.text(READ_ONLY.text, READ_ONLY.status, READ_ONLY.headers)
}

/** The milliseconds for which a dropped body is still read. */
const DRAIN_MS = 10_000

/** Reads and drops the rest of a request: a caller that is disconnected while sending would not see the answer. */
export async function drainRequest(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return
  await finished(incoming.resume(), { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => {})
}

/** Answers 413 after the rest of the request was dropped. @param limit bytes */
export async function tooLarge(c: NodeContext, limit: number): Promise<Response> {
  await drainRequest(c.env.incoming)
  const message = `This request is too large. It may have ${limit / 1_000_000} MB at most.`
  // The code is that of the hosted functions.
  const code = c.req.path.startsWith('/functions/') ? 'TOO_LARGE' : 'request_too_large'
  return c.json({ code, message }, 413)
}
