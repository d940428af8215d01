import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppName } from './security-headers'

/** What answers every path that is not the API's: the built apps, or Vite during development. */
export type Apps = {
  /** @param path decoded, without the query */
  handle(req: IncomingMessage, res: ServerResponse, path: string): void
  /** Takes over a WebSocket; without it they are refused. */
  upgrade?(req: IncomingMessage, socket: Duplex, head: Buffer): void
  close(): Promise<void>
}

/** The app that owns a path: the back-office everything below /admin and /moderator. */
export function appForPath(path: string): AppName {
  return /^\/(admin|moderator)(\/|$)/.test(path) ? 'backoffice' : 'learner'
}
