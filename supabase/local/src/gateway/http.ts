import type { IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Context, Hono, MiddlewareHandler } from 'hono'

/** Requests come with what Node has of them, as `c.env.incoming` and `c.env.outgoing`. */
export type NodeEnv = { Bindings: HttpBindings }
export type NodeContext = Context<NodeEnv>
export type Routes = Hono<NodeEnv>

/** Returned by a handler that wrote its answer to `c.env.outgoing` itself. */
export const alreadySent = RESPONSE_ALREADY_SENT

/** The services of a Supabase project, built here or not. */
export const services = 'auth|rest|realtime|storage|functions|graphql'

/** True for the paths of a Supabase project: never a page of an app. */
export function isApi(path: string): boolean {
  return new RegExp(`^/(${services})/v1(/|$)`).test(path)
}

/** The path as it was sent. Hono's own is tidied: `/rest/v1/../..` would be another one. */
export function rawPath(_: Request, options?: { env?: HttpBindings }): string {
  return options?.env?.incoming.url?.split('?', 1)[0] ?? '/'
}

/** Answers 405 to what is neither GET nor HEAD. */
export const readOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  return c.text('This can only be read.\n', 405, { allow: 'GET, HEAD' })
}

/** So long a caller may go on sending what is dropped, in milliseconds. */
const DRAIN_MS = 10_000

/** Reads and drops what is on its way: a caller that is cut off while it sends would never see the answer. */
export async function drained(incoming: IncomingMessage): Promise<void> {
  if (incoming.readableEnded || incoming.destroyed) return
  await finished(incoming.resume(), { signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => {})
}

/**
 * Answers 413, once what is on its way has been dropped.
 * @param limit bytes
 */
export async function tooLarge(c: NodeContext, limit: number): Promise<Response> {
  await drained(c.env.incoming)
  const message = `A request may carry ${Math.floor(limit / 1_000_000)} MB at most.`
  return c.json({ code: 'request_too_large', message }, 413)
}
