import { project } from './project'

/** A request that no client library would send. */
export interface RawRequest {
  method?: string
  /** The access token; none if absent. */
  token?: string
  headers?: Record<string, string>
  /** Texts are sent unchanged, everything else as JSON. */
  body?: unknown
}

export interface RawAnswer {
  status: number
  /** The parsed JSON of the answer, or its text. */
  body: unknown
  text: string
  headers: Headers
}

const API = /^\/(?:auth|functions|realtime|rest|storage)\/v1/

/** Sends a request to the API or for a page; the path begins after the origin. An error status does not throw. */
export async function raw(path: string, request: RawRequest = {}): Promise<RawAnswer> {
  const { method = 'GET', token, headers, body } = request
  const answer = await fetch(`${API.test(path) ? project.url : project.site}${path}`, {
    method,
    headers: {
      apikey: project.anonKey,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: typeof body === 'string' || body === undefined ? body : JSON.stringify(body),
    redirect: 'manual',
  })
  const text = await answer.text()
  return { status: answer.status, body: parsed(text), text, headers: answer.headers }
}

/** Does the same below /rest/v1. */
export function rest(path: string, request?: RawRequest): Promise<RawAnswer> {
  return raw(`/rest/v1/${path}`, request)
}

/** Returns the code of an error of PostgREST or Auth; undefined for another answer. */
export function codeOf({ body }: RawAnswer): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const code: unknown = Reflect.get(body, 'error_code') ?? Reflect.get(body, 'code')
  return typeof code === 'string' ? code : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
