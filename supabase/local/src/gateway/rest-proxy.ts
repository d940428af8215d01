import { Agent, type IncomingMessage, request } from 'node:http'
import { sendBody } from './compress'
import { alreadySent, type NodeContext, tooLarge } from './http'
import { retryAfter, TooManyRequests, type Turns } from './turns'

const answerLimitMs = 60_000
/** Shorter than PostgREST keeps an idle connection, so that none is used as it closes. */
const idleMs = 15_000

/** Between two hops only, or set here. */
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
  /** Where PostgREST listens on 127.0.0.1 at this moment. */
  restPort: () => number
  turns: Turns
  /** Bytes that a request may carry. */
  bodyLimit: number
}

/**
 * Passes requests to PostgREST and its answers back, streaming both ways and with the path as it was
 * sent, which `fetch` would tidy. Each waits for its turn, so that no caller takes all of the database's
 * connections.
 */
export function createRestProxy(options: RestProxyOptions): RestProxy {
  const { restPort, turns, bodyLimit } = options
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: idleMs })

  async function handle(c: NodeContext): Promise<Response> {
    try {
      const end = await turns.take(c)
      if (!c.env.outgoing.destroyed) return forward(c, end)
      end()
      return alreadySent
    } catch (error) {
      if (!(error instanceof TooManyRequests)) throw error
      const { message } = error
      const body = { code: 'too_many_requests', details: null, hint: null, message }
      return c.json(body, 429, { 'retry-after': retryAfter })
    }
  }

  /** @param done is called once the database has nothing more to do for it */
  function forward(c: NodeContext, done: () => void): Promise<Response> {
    const { incoming, outgoing } = c.env
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
          finish()
          sendAnswer(c, answer)
          resolve(alreadySent)
        },
      )
      const limit = setTimeout(() => {
        fail(504, 'The database took too long to answer.')
      }, answerLimitMs)
      let refused = false
      function finish(): void {
        clearTimeout(limit)
        done()
      }
      function fail(status: 503 | 504, message: string): void {
        finish()
        upstream.destroy()
        if (refused) return
        if (outgoing.headersSent) outgoing.destroy()
        else resolve(c.json({ code: 'PGRST000', details: null, hint: null, message }, status))
      }
      upstream.once('error', () => fail(503, 'The database is not available. Try again shortly.'))
      // Once a request is sent, the database works on although its caller has left, and the turn goes on.
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

/** Writes what PostgREST answered, besides the headers that the gateway has set. */
function sendAnswer(c: NodeContext, answer: IncomingMessage): void {
  const { incoming, outgoing } = c.env
  if (outgoing.destroyed) return void answer.destroy()
  outgoing.statusCode = answer.statusCode ?? 502
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined && isReturned(name)) outgoing.setHeader(name, value)
  }
  for (const [name, value] of c.res.headers) outgoing.setHeader(name, value)
  answer.once('error', () => outgoing.destroy())
  // A caller who leaves takes the rest of the answer along.
  outgoing.once('close', () => answer.destroy())
  sendBody(incoming, outgoing, answer)
}

function forwardedHeaders(headers: Headers): Record<string, string> {
  const passed = Object.fromEntries([...headers].filter(([name]) => !notForwarded.has(name)))
  const prefer = withoutEstimates(headers.get('prefer') ?? '')
  return prefer === '' ? passed : { ...passed, prefer }
}

/**
 * The Prefer header without `count=planned` and `count=estimated`: the planner's numbers are about
 * the table and not about what row security lets the caller see. What only looks like one goes too,
 * so that no odd spelling passes.
 */
function withoutEstimates(prefer: string): string {
  return prefer
    .split(',')
    .filter((wish) => !/planned|estimated/i.test(wish))
    .join(',')
}

function isReturned(name: string): boolean {
  // The gateway says what other pages may do.
  return !notReturned.has(name) && !name.startsWith('access-control-')
}
