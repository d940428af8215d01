import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { errorCode, PlainError } from '../plain-error'
import { createHostCheck, type Refusal } from './host-check'
import { isApi } from './http'

export type Listener = {
  /** Sets the handlers of requests. Before the first call, requests get an answer that asks them to retry. */
  serve(
    handler: (req: IncomingMessage, res: ServerResponse) => void,
    upgrade?: (req: IncomingMessage, socket: Duplex, head: Buffer) => void,
  ): void
  /** Accepts no new connection, lets running requests finish for up to `patienceMs`, then disconnects them. */
  close(patienceMs?: number): Promise<void>
}

/**
 * Listens on `port` on the loopback addresses, IPv4 and, if the machine has it, IPv6, so that `localhost`
 * works for both. Requests and WebSockets have to pass the host check.
 *
 * @throws PlainError if the port is taken or not permitted
 */
export async function listen(port: number, hostCheck = createHostCheck()): Promise<Listener> {
  let answer: (req: IncomingMessage, res: ServerResponse) => void = getRequestListener(
    starting.fetch,
  )
  let takeUpgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void = (_, socket) => {
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  }
  const servers: Server[] = []
  /** Connections that browsers opened in advance; Node counts them as busy until a request arrives. */
  const unused = new Set<Duplex>()
  const closeAll = (patienceMs: number) =>
    Promise.all(servers.map((server) => closeServer(server, unused, patienceMs)))

  for (const host of ['127.0.0.1', '::1']) {
    const server = createServer(
      {
        headersTimeout: 15_000,
        requestTimeout: 60_000,
        keepAliveTimeout: 30_000,
        // The host check answers a missing header with a sentence.
        requireHostHeader: false,
      },
      (req, res) => {
        const refusal = hostCheck.refusal(req)
        if (refusal) refuse(req, res, refusal)
        else answer(req, res)
      },
    )
    server.on('connection', (socket) => {
      unused.add(socket)
      socket.once('close', () => unused.delete(socket))
    })
    server.on('request', ({ socket }) => unused.delete(socket))
    server.on('upgrade', (req, socket, head) => {
      unused.delete(socket)
      socket.on('error', () => socket.destroy())
      const refusal = hostCheck.refusal(req)
      if (refusal) refuseUpgrade(socket, refusal)
      else takeUpgrade(req, socket, head)
    })
    try {
      if (await bind(server, host, port)) servers.push(server)
    } catch (error) {
      await closeAll(0)
      throw error
    }
  }

  return {
    serve(handler, upgrade) {
      answer = handler
      if (upgrade) takeUpgrade = upgrade
    },
    async close(patienceMs = 5_000) {
      await closeAll(patienceMs)
    },
  }
}

function refuse(req: IncomingMessage, res: ServerResponse, refusal: Refusal): void {
  const { status, code, message } = refusal
  const json = isApi(req.url?.split('?', 1)[0] ?? '')
  const body = json ? JSON.stringify({ code, message }) : `${message}\n`
  res.writeHead(status, {
    'content-type': json ? 'application/json' : 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  res.end(body)
}

function refuseUpgrade(socket: Duplex, { status, message }: Refusal): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(message) + 1}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}\n`)
}

const retry = { 'retry-after': '1' }
const starting = new Hono()
  .get('/health', (c) => c.json({ status: 'starting', pid: process.pid }, 503, retry))
  .all('*', (c) => c.text('Rookies is starting. Reload in a moment.\n', 503, retry))

/** @returns false if the machine does not have this address */
function bind(server: Server, host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const code = errorCode(error)
      if (host === '::1' && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) {
        return resolve(false)
      }
      reject(explain(error, port))
    })
    server.listen({ host, port, exclusive: true }, () => resolve(true))
  })
}

function explain(error: Error, port: number): Error {
  const code = errorCode(error)
  if (code === 'EADDRINUSE') {
    return new PlainError(
      `Port ${port} is taken by another program. Choose another one: PORT=${port === 65535 ? 4300 : port + 1} npm start`,
    )
  }
  if (code === 'EACCES') {
    return new PlainError(
      `Port ${port} needs administrator rights. Choose one above 1023 with PORT.`,
    )
  }
  return error
}

async function closeServer(server: Server, unused: Set<Duplex>, patienceMs: number): Promise<void> {
  let closed = false
  const done = new Promise<void>((resolve) => {
    server.close(() => {
      closed = true
      resolve()
    })
  })
  const until = Date.now() + patienceMs
  while (!closed && Date.now() < until) {
    server.closeIdleConnections()
    for (const socket of unused) socket.destroy()
    await Promise.race([done, delay(25)])
  }
  server.closeAllConnections()
  await done
}
