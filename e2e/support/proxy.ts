import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { origin } from './world'

/** A proxy in front of the product. Tests can cut its connection, and change its answers to those of another build. */
export interface TestProxy {
  url: string
  /** The forwarded requests, for example `POST /rest/v1/lesson_completions`. */
  forwarded: string[]
  /** `refused`: nothing listens, as if the server were down. `silent`: requests get no answer, as in a tunnel. */
  setState: (state: 'open' | 'refused' | 'silent') => void
  /** Changes the answers by path; null means that the file does not exist. */
  rewrite: (change: (path: string, text: string) => string | null) => void
  close: () => Promise<void>
}

/** Starts a proxy in front of the product, on a free port. */
export async function startProxy(): Promise<TestProxy> {
  const product = new URL(origin())
  const sockets = new Set<Socket>()
  const forwarded: string[] = []
  let state = 'open'
  let change = (_path: string, text: string): string | null => text

  const server = createServer((asked, answer) => {
    if (state === 'refused') asked.socket.destroy()
    if (state !== 'open') return
    const path = asked.url?.split('?')[0] ?? ''
    forwarded.push(`${asked.method} ${path}`)
    forward(asked, answer, (text) => change(path, text))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    if (state === 'refused') socket.destroy()
  })
  server.on('upgrade', (asked: IncomingMessage, socket: Socket) => {
    if (state !== 'open') {
      socket.destroy()
      return
    }
    const there = connect(Number(product.port), product.hostname, () => {
      const headers = asked.rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${asked.rawHeaders[at + 1]}`] : [],
      )
      there.write(`${asked.method} ${asked.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`)
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://localhost:${address.port}`,
    forwarded,
    setState: (next) => {
      state = next
      cut()
    },
    rewrite: (next) => {
      change = next
    },
    close: async () => {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

function forward(
  asked: IncomingMessage,
  answer: ServerResponse,
  change: (text: string) => string | null,
): void {
  const { method, url } = asked
  // The answer is requested uncompressed and in full, so that it can be changed.
  const { 'accept-encoding': _encoding, 'if-none-match': _known, ...headers } = asked.headers
  const there = request(new URL(url ?? '/', origin()), { method, headers }, async (came) => {
    const parts: Buffer[] = []
    for await (const part of came) parts.push(part)
    const body = Buffer.concat(parts)
    const isText = /text|javascript/.test(came.headers['content-type'] ?? '')
    const text = isText ? change(body.toString()) : undefined
    if (text === null) {
      answer.writeHead(404).end()
      return
    }
    const { 'content-length': _length, ...kept } = came.headers
    // The browser must not cache answers, so that everything that is available offline comes from the service worker.
    answer.writeHead(came.statusCode ?? 502, { ...kept, 'cache-control': 'no-store' })
    answer.end(text ?? body)
  })
  there.on('error', () => answer.destroy())
  asked.pipe(there)
}
