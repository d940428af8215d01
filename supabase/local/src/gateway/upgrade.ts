import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { readApiKey } from './api-key'
import type { Apps } from './apps'
import { createHostCheck, type HostCheck } from './host-check'
import { isApi } from './http'

type UpgradeParts = {
  realtime: {
    /** Takes a WebSocket with an address relative to /realtime/v1. */
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, apiKey: string): void
  }
  apps: Apps
  /** The check that WebSockets have passed, as requests do. */
  hostCheck?: HostCheck
}

/**
 * Routes WebSockets: those of the API require the product's own pages and keys, as requests do; the apps take
 * all others, from their own pages only.
 */
export function createUpgrade(
  parts: UpgradeParts,
): (req: IncomingMessage, socket: Duplex, head: Buffer) => void {
  const { hostCheck = createHostCheck() } = parts
  return (req, socket, head) => {
    if (!hostCheck.isOwnPage(req.headers.origin)) return refuseUpgrade(socket, '403 Forbidden')
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    if (!isApi(path)) {
      if (parts.apps.upgrade) return parts.apps.upgrade(req, socket, head)
      return refuseUpgrade(socket, '404 Not Found')
    }
    const prefix = '/realtime/v1'
    if (!path.startsWith(`${prefix}/`)) return refuseUpgrade(socket, '404 Not Found')
    const apikey = [req.headers.apikey].flat()[0]
    const accepted = readApiKey({ url: req.url ?? '', apikey })
    if (!accepted) return refuseUpgrade(socket, '401 Unauthorized')
    req.url = accepted.url.slice(prefix.length)
    parts.realtime.upgrade(req, socket, head, accepted.token)
  }
}

/** Refuses a WebSocket and closes its socket. @param status code and reason */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
