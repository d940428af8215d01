import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { acceptApiKey } from './api-key'
import type { Apps } from './apps'
import { isApi } from './gateway'
import { isLoopbackOrigin, isLoopbackRequest } from './loopback'

type UpgradeParts = {
  realtime: {
    /** Takes addresses relative to /realtime/v1. */
    upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, apiKey: string): void
  }
  apps: Apps
}

/**
 * The door for WebSockets: the API's are for this machine, its pages and its keys, as requests are;
 * all others are the apps' business.
 */
export function createUpgrade(
  parts: UpgradeParts,
): (req: IncomingMessage, socket: Duplex, head: Buffer) => void {
  return (req, socket, head) => {
    const path = (req.url ?? '/').split('?', 1)[0] ?? '/'
    if (!isApi(path)) {
      if (parts.apps.upgrade) return parts.apps.upgrade(req, socket, head)
      return refuseUpgrade(socket, '404 Not Found')
    }
    if (!isLoopbackRequest(req) || !isLoopbackOrigin(req.headers.origin)) {
      return refuseUpgrade(socket, '403 Forbidden')
    }
    const prefix = '/realtime/v1'
    if (!path.startsWith(`${prefix}/`)) return refuseUpgrade(socket, '404 Not Found')
    const key = acceptApiKey(req)
    if (!key) return refuseUpgrade(socket, '401 Unauthorized')
    req.url = (req.url ?? '').slice(prefix.length)
    parts.realtime.upgrade(req, socket, head, key)
  }
}

/** Answers a WebSocket that is not to be, and ends it. @param status code and words */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
