import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { NodeContext } from './http'
import { type AppName, matches } from './site-table'

/** Answers every path outside of the API: the built apps, or Vite during development. */
export type Apps = {
  /** @param path decoded, without the query */
  handle(c: NodeContext, path: string): Response | Promise<Response>
  /** Takes over a WebSocket; if absent, WebSockets are refused. */
  upgrade?(req: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** Returns the app of a path: the back-office for everything below /admin and /moderator. */
export function appForPath(path: string): AppName {
  return matches('backoffice', path) ? 'backoffice' : 'learner'
}
