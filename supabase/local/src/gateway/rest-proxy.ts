import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { verifyToken } from '../auth/access-tokens'
import { sendJson, sendTooLarge } from './answers'
import { sendBody } from './compress'
import { createTurns, type TurnLimits } from './turns'

const answerLimitMs = 60_000
/** Shorter than PostgREST keeps an idle connection, so that none is used as it closes. */
const idleMs = 15_000
/** Seconds after which somebody with too many requests may try again. */
const retryAfter = 5

/** Between two hops only, or ours to say. */
const notForwarded = new Set([
  'accept-encoding',
  'connection',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
])
const notReturned = new Set(['connection', 'date', 'keep-alive', 'server', 'transfer-encoding'])

export type RestProxy = {
  /** Passes the request on; its address is relative to /rest/v1 already. */
  handle(req: IncomingMessage, res: ServerResponse): Promise<void>
  close(): void
}

export type RestProxyOptions = {
  /** Where PostgREST listens on 127.0.0.1 at this moment. */
  restPort: () => number
  /** What access tokens are signed with. */
  jwtSecret: string
  /** Bytes that a request may carry. */
  bodyLimit: number
  /** The gateway's own unless a test says otherwise. */
  turnLimits?: TurnLimits
}

/**
 * Passes requests to PostgREST and its answers back, streaming both ways. Each waits for its turn, so
 * that nobody can take all of the database's connections.
 */
export function createRestProxy(options: RestProxyOptions): RestProxy {
  const { restPort, bodyLimit } = options
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: idleMs })
  const turns = createTurns(options.turnLimits)
  const key = new TextEncoder().encode(options.jwtSecret)

  /** In: a request. Out: who takes the turn; undefined for the project's own servers, who need none. */
  async function personOf({ headers, socket }: IncomingMessage): Promise<string | undefined> {
    const token = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
    // Without the check anybody could use up the turns of a person whose id they know.
    const claims = token ? await verifyToken(token, key).catch(() => undefined) : undefined
    if (claims?.role === 'service_role') return undefined
    return claims?.sub ?? String(socket.remoteAddress)
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const person = await personOf(req)
    if (res.destroyed) return
    if (person === undefined) return forward(req, res, () => {})
    const leave = turns.ask(person, {
      start: (end) => forward(req, res, end),
      refuse() {
        req.resume()
        res.setHeader('retry-after', retryAfter)
        sendJson(req, res, 429, {
          code: 'too_many_requests',
          details: null,
          hint: null,
          message: 'Too many of your requests are under way. Try again shortly.',
        })
      },
    })
    res.once('close', leave)
  }

  /** @param done is called once the database has nothing more to do for it */
  function forward(req: IncomingMessage, res: ServerResponse, done: () => void): void {
    const upstream = request(
      {
        host: '127.0.0.1',
        port: restPort(),
        method: req.method,
        path: req.url,
        headers: forwardedHeaders(req.headers),
        agent,
      },
      (answer) => {
        finish()
        if (res.destroyed) return void answer.destroy()
        res.statusCode = answer.statusCode ?? 502
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && isReturned(name)) res.setHeader(name, value)
        }
        answer.once('error', () => res.destroy())
        // Who leaves takes the rest of the answer along.
        res.once('close', () => answer.destroy())
        sendBody(req, res, answer)
      },
    )
    const limit = setTimeout(() => {
      fail(504, 'The database took too long to answer.')
    }, answerLimitMs)
    let answered = false
    function finish(): void {
      clearTimeout(limit)
      done()
    }
    function fail(status: number, message: string): void {
      finish()
      upstream.destroy()
      if (answered) return
      answered = true
      if (res.headersSent || res.destroyed) res.destroy()
      else sendJson(req, res, status, { code: 'PGRST000', details: null, hint: null, message })
    }
    upstream.once('error', () => fail(503, 'The database is not available. Try again shortly.'))
    // Once a request is sent, the database works on although its caller has left, and the turn goes on.
    res.once('close', () => {
      if (!upstream.writableEnded) upstream.destroy()
    })

    let size = 0
    req.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyLimit || answered) return
      answered = true
      req.unpipe(upstream)
      upstream.destroy()
      sendTooLarge(req, res, bodyLimit)
    })
    req.pipe(upstream)
  }

  return { handle, close: () => agent.destroy() }
}

function forwardedHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { prefer, ...others } = headers
  const wished = withoutEstimates(prefer)
  return {
    ...Object.fromEntries(Object.entries(others).filter(([name]) => !notForwarded.has(name))),
    ...(wished && { prefer: wished }),
  }
}

/**
 * The Prefer header without `count=planned` and `count=estimated`: the planner's numbers are about
 * the table and not about what row security lets the caller see. What only looks like one goes too,
 * so that no odd spelling passes.
 */
function withoutEstimates(prefer: string | string[] | undefined): string {
  return [prefer ?? []]
    .flat()
    .flatMap((header) => header.split(','))
    .filter((wish) => !/planned|estimated/i.test(wish))
    .join(',')
}

function isReturned(name: string): boolean {
  // What other pages may do is the gateway's to say, once.
  return !notReturned.has(name) && !name.startsWith('access-control-')
}
