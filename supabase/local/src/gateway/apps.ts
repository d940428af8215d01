import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { NodeContext } from './http'

/** Which of the two bundles a page belongs to. */
export type AppName = 'learner' | 'backoffice'

/** What answers every path that is not the API's: the built apps, or Vite during development. */
export type Apps = {
  /** @param path decoded, without the query */
  handle(c: NodeContext, path: string): Response | Promise<Response>
  /** Takes over a WebSocket; without it they are refused. */
  upgrade?(req: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** The app that owns a path: the back-office everything below /admin and /moderator. */
export function appForPath(path: string): AppName {
  return /^\/(admin|moderator)(\/|$)/.test(path) ? 'backoffice' : 'learner'
}
