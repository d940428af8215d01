import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { DatabaseSlots } from '../gateway/database-slots'
import { refuseUpgrade } from '../gateway/upgrade'
import { createChangeLog } from './change-log'
import { type Client, serveClient } from './client'
import { connectDatabase } from './database'
import { createDelivery } from './delivery'
import { type Version, versions } from './frames'
import { defaultLimits, type Limits } from './limits'
import { createTokenReader } from './tokens'

export type RealtimeOptions = {
  /** Connection address of the database for a role that may replicate. */
  logUrl: string
  /** Connection address of the database for the role authenticator. */
  rowsUrl: string
  /** The secret that signs access tokens. */
  jwtSecret: string
  /** Each join that subscribes takes a slot. */
  slots: DatabaseSlots
  log: (line: string) => void
  /** The service's own limits by default. */
  limits?: Partial<Limits>
}

export type Realtime = {
  /**
   * Takes over a WebSocket whose key and origin have been checked; its address is relative to /realtime/v1.
   * @param apiKey key of the request
   */
  upgrade(req: IncomingMessage, socket: Duplex, head: Buffer, apiKey: string): void
  /** Closes every connection. */
  close(): Promise<void>
}

/**
 * The embedded realtime service. It implements the part of Supabase Realtime's protocol that sends changes of
 * the database, each checked against row security for its recipient.
 */
export function createRealtime(options: RealtimeOptions): Realtime {
  const limits = { ...defaultLimits, ...options.limits }
  const database = connectDatabase(options.rowsUrl, options.log)
  const delivery = createDelivery(database, options.log)
  const changeLog = createChangeLog({
    url: options.logUrl,
    linger: limits.linger,
    take: delivery.take,
    lost: delivery.restartAll,
    log: options.log,
  })
  const readToken = createTokenReader(options.jwtSecret)
  const { slots, log } = options
  const service = { database, delivery, changeLog, readToken, slots, log }

  const server = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
  })
  const clients = new Set<Client>()
  let closing = false
  const silence = setInterval(
    () => {
      for (const client of clients) client.checkSilence()
    },
    Math.min(5_000, limits.silence / 2),
  )
  silence.unref()

  return {
    upgrade(req, socket, head, apiKey) {
      const { pathname, searchParams } = new URL(req.url ?? '/', 'http://localhost')
      const version = versionOf(searchParams.get('vsn'))
      if (pathname !== '/websocket') return refuseUpgrade(socket, '404 Not Found')
      if (!version) return refuseUpgrade(socket, '400 Bad Request')
      if (closing || clients.size >= limits.clients) {
        return refuseUpgrade(socket, '503 Service Unavailable')
      }
      server.handleUpgrade(req, socket, head, (accepted) => {
        const address = req.socket.remoteAddress
        const connection = socket
        const client = serveClient(accepted, {
          apiKey,
          address,
          connection,
          version,
          limits,
          service,
        })
        clients.add(client)
        accepted.once('close', () => clients.delete(client))
        if (closing) client.goodbye()
      })
    },
    async close() {
      closing = true
      clearInterval(silence)
      const left = [...server.clients].map(
        (client) => new Promise<void>((resolve) => client.once('close', () => resolve())),
      )
      for (const client of clients) client.goodbye()
      await Promise.all(left)
      await changeLog.close()
      await database.close()
    },
  }
}

function versionOf(wanted: string | null): Version | undefined {
  return versions.find((version) => version === (wanted ?? '1.0.0'))
}
