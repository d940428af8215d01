import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'
import { isObject } from './body'
import type { Call, Reply } from './context'
import { ApiError, badRequest } from './errors'

/** Bytes. The largest body is a sign-up with its metadata. */
const largestBody = 256 * 1024

/** From this version on, error bodies are `{code, message}`; auth-js asks for it. */
const newErrors = '2024-01-01'
const versionHeader = 'x-supabase-api-version'

/** @throws ApiError bad_json (400), request_too_large (413) */
export async function readCall(
  req: IncomingMessage,
  url: URL,
  params: Record<string, string>,
): Promise<Call> {
  return {
    params,
    query: url.searchParams,
    headers: req.headers,
    body: await readBody(req),
    ip: callerAddress(req),
    userAgent: req.headers['user-agent'] ?? null,
  }
}

export function sendReply(res: ServerResponse, reply: Reply): void {
  // Answers hold tokens and personal data.
  res.setHeader('cache-control', 'no-store')
  if (reply.status === 200) {
    for (const [name, value] of Object.entries(reply.headers ?? {})) res.setHeader(name, value)
    sendJson(res, 200, reply.json)
  } else {
    res.writeHead(reply.status, reply.status === 303 ? { location: reply.location } : {}).end()
  }
}

/** Answers with the error in the form that the caller's API version asks for. */
export function sendError(req: IncomingMessage, res: ServerResponse, error: ApiError): void {
  const asked = req.headers[versionHeader]
  res.setHeader('cache-control', 'no-store')
  res.setHeader('x-sb-error-code', error.code)
  if (typeof asked === 'string' && asked >= newErrors) {
    res.setHeader(versionHeader, newErrors)
    sendJson(res, error.status, { code: error.code, message: error.message, ...error.details })
  } else {
    sendJson(res, error.status, {
      code: error.status,
      error_code: error.code,
      msg: error.message,
      ...error.details,
    })
  }
}

function sendJson(res: ServerResponse, status: number, json: unknown): void {
  const body = JSON.stringify(json)
  res.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  })
  res.end(body)
}

async function readBody(req: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size > largestBody) {
      throw new ApiError(413, 'request_too_large', 'Request body too large')
    }
    chunks.push(bytes)
  }
  if (size === 0) return {}
  let body: unknown
  try {
    body = JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw badRequest('bad_json', 'Could not parse request body as JSON')
  }
  if (!isObject(body)) {
    throw badRequest('bad_json', 'Could not parse request body as JSON: an object is expected')
  }
  return body
}

/** The gateway puts the caller's address first in x-forwarded-for. */
function callerAddress(req: IncomingMessage): string | null {
  const forwarded = req.headers['x-forwarded-for']
  const list = Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')
  const first = list
    .split(',')
    .map((entry) => entry.trim())
    .find((entry) => isIP(entry) !== 0)
  return first ?? req.socket.remoteAddress ?? null
}
