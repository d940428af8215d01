import { Agent, type IncomingMessage, request } from 'node:http'
import { bodyLimitOf } from './body-limits'
import { sendBody } from './compress'
import { alreadySent, type NodeContext, tooLarge } from './http'

const answerLimitMs = 60_000
/** Shorter than PostgREST keeps an idle connection, so that no connection is used while it closes. */
const idleMs = 15_000

/** Headers between two hops, and headers that the proxy sets itself. */
const notForwarded = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'prefer',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])
const notReturned = new Set(['connection', 'date', 'keep-alive', 'server', 'transfer-encoding'])

export type RestProxy = {
  /** Passes a request for /rest/v1 on. */
  handle(c: NodeContext): Promise<Response>
  close(): void
}

export type RestProxyOptions = {
  /** Returns PostgREST's current port on 127.0.0.1. */
  restPort: () => number
}

/**
 * Streams requests to PostgREST and its answers back, with the path as it was sent, which `fetch` would normalize.
 */
export function createRestProxy({ restPort }: RestProxyOptions): RestProxy {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: idleMs })

  /** Settles when the database has finished the request. */
  function handle(c: NodeContext): Promise<Response> {
    const { incoming, outgoing } = c.env
    const bodyLimit = bodyLimitOf(c.req.path)
    return new Promise((resolve) => {
      const upstream = request(
        {
          host: '127.0.0.1',
          port: restPort(),
          method: incoming.method,
          path: (incoming.url ?? '').replace(/^\/rest\/v1\/?/, '/'),
          headers: forwardedHeaders(c.req.raw.headers),
          agent,
        },
        (answer) => {
          clearTimeout(limit)
          sendAnswer(c, answer)
          resolve(alreadySent)
        },
      )
      const limit = setTimeout(() => {
        fail(504, 'The database took too long to answer.')
      }, answerLimitMs)
      let refused = false
      function fail(status: 503 | 504, message: string): void {
        clearTimeout(limit)
        upstream.destroy()
        if (refused) return
        if (outgoing.headersSent) outgoing.destroy()
        else resolve(c.json({ code: 'PGRST000', details: null, hint: null, message }, status))
      }
      upstream.once('error', () => fail(503, 'The database is not available. Try again shortly.'))
      // The database continues with a request even if its caller has left.
      outgoing.once('close', () => {
        if (!upstream.writableEnded) upstream.destroy()
      })

      let size = 0
      incoming.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= bodyLimit || refused) return
        refused = true
        incoming.unpipe(upstream)
        upstream.destroy()
        resolve(tooLarge(c, bodyLimit))
      })
      incoming.pipe(upstream)
    })
  }

  return { handle, close: () => agent.destroy() }
}

/** Writes the answer of PostgREST, in addition to the headers that the gateway has set. */
function sendAnswer(c: NodeContext, answer: IncomingMessage): void {
  const { incoming, outgoing } = c.env
  if (outgoing.destroyed) return void answer.destroy()
  outgoing.statusCode = answer.statusCode ?? 502
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && isReturned(name)) outgoing.setHeader(name, value)
  }
  for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
  answer.once('error', () => outgoing.destroy())
  // If the caller leaves, the rest of the answer is not read.
  outgoing.once('close', () => answer.destroy())
  sendBody(incoming, outgoing, answer)
}

function forwardedHeaders(headers: Headers): Record<string, string> {
  const passed = Object.fromEntries([...headers].filter(([name]) => !notForwarded.has(name)))
  const prefer = withoutEstimates(headers.get('prefer') ?? '')
  return prefer === '' ? passed : { ...passed, prefer }
}

/**
 * Removes `count=planned` and `count=estimated` from the Prefer header, because the planner's estimate is
 * about the whole table instead of the rows that row security shows. Similar spellings are removed too, so
 * that none passes.
 */
function withoutEstimates(prefer: string): string {
  return prefer
    .split(',')
    .filter((wish) => !/planned|estimated/i.test(wish))
    .join(',')
}

function isReturned(name: string): boolean {
  // The gateway sets the CORS headers itself.
  return !notReturned.has(name) && !name.startsWith('access-control-')
}
