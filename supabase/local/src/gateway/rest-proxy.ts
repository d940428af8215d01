import {
  Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { sendJson, sendTooLarge } from './answers'
import { sendBody } from './compress'

const answerLimitMs = 60_000
/** Shorter than PostgREST keeps an idle connection, so that none is used as it closes. */
const idleMs = 15_000

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
  handle(req: IncomingMessage, res: ServerResponse): void
  close(): void
}

/**
 * Passes requests to PostgREST and its answers back, streaming both ways.
 * @param restPort where it listens on 127.0.0.1 at this moment
 * @param bodyLimit bytes that a request may carry
 */
export function createRestProxy(restPort: () => number, bodyLimit: number): RestProxy {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 16, timeout: idleMs })

  function handle(req: IncomingMessage, res: ServerResponse): void {
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
        clearTimeout(limit)
        res.statusCode = answer.statusCode ?? 502
        for (const [name, value] of Object.entries(answer.headers)) {
          if (value !== undefined && isReturned(name)) res.setHeader(name, value)
        }
        answer.once('error', () => res.destroy())
        sendBody(req, res, answer)
      },
    )
    const limit = setTimeout(() => {
      fail(504, 'The database took too long to answer.')
    }, answerLimitMs)
    let answered = false
    function fail(status: number, message: string): void {
      clearTimeout(limit)
      upstream.destroy()
      if (answered) return
      answered = true
      if (res.headersSent || res.destroyed) res.destroy()
      else sendJson(req, res, status, { code: 'PGRST000', details: null, hint: null, message })
    }
    upstream.once('error', () => fail(503, 'The database is not available. Try again shortly.'))
    // A caller who leaves takes the request along.
    res.once('close', () => {
      clearTimeout(limit)
      if (!res.writableFinished) upstream.destroy()
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
