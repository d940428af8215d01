import type { IncomingMessage, ServerResponse } from 'node:http'

const exposed =
  'Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Range-Unit, X-Supabase-Api-Version, X-Sb-Error-Code'

/**
 * Sets the headers that let a page of another (loopback) origin use the API, and answers preflights.
 * @returns whether the request was a preflight and is answered
 */
export function answerCors(req: IncomingMessage, res: ServerResponse): boolean {
  if (req.headers.origin === undefined) return false
  res.setHeader('access-control-allow-origin', '*')
  const method = req.headers['access-control-request-method']
  if (req.method !== 'OPTIONS' || method === undefined) {
    res.setHeader('access-control-expose-headers', exposed)
    return false
  }
  res.setHeader('access-control-allow-methods', 'GET, HEAD, PUT, PATCH, POST, DELETE, OPTIONS')
  res.setHeader(
    'access-control-allow-headers',
    req.headers['access-control-request-headers'] ?? 'authorization, apikey, content-type',
  )
  res.setHeader('access-control-max-age', '3600')
  res.writeHead(204).end()
  return true
}
