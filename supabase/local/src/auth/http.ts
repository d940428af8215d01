import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { isObject } from './body'
import type { Call } from './context'
import { ApiError, badRequest } from './errors'

/** The API version from which error bodies are `{code, message}`; auth-js requests it. */
const newErrors = '2024-01-01'
const versionHeader = 'x-supabase-api-version'

/** The largest body is a sign-up with metadata. @throws ApiError request_too_large (413) */
export const limitBody = bodyLimit({
  maxSize: 256 * 1024,
  onError() {
    throw new ApiError(413, 'request_too_large', 'Request body too large')
  },
})

/** @throws ApiError bad_json (400) */
export async function readCall(c: Context): Promise<Call> {
  return {
    params: c.req.param(),
    query: new URL(c.req.url).searchParams,
    authorization: c.req.header('authorization') ?? '',
    body: parseBody(await c.req.text()),
    // The gateway sets the header; without a gateway, Node knows the address.
    ip: c.req.header('x-forwarded-for') ?? getConnInfo(c).remote.address ?? null,
    userAgent: c.req.header('user-agent') ?? null,
  }
}

/** Returns the error in the format of the caller's API version. */
export function errorAnswer(c: Context, { status, code, message, details }: ApiError): Response {
  const headers = { 'x-sb-error-code': code }
  if ((c.req.header(versionHeader) ?? '') < newErrors) {
    const body = { code: status, error_code: code, msg: message, ...details }
    return Response.json(body, { status, headers })
  }
  return Response.json(
    { code, message, ...details },
    { status, headers: { ...headers, [versionHeader]: newErrors } },
  )
}

function parseBody(text: string): Record<string, unknown> {
  if (text === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw badRequest('bad_json', 'Could not parse request body as JSON')
  }
  if (!isObject(body)) {
    throw badRequest('bad_json', 'Could not parse request body as JSON: an object is expected')
  }
  return body
}
