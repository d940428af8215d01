import { type Answer, failure } from './answer.ts'
import { readBody, readJson } from './read-body.ts'

// The parts of an edge function that depend on Deno. Node runs this file only in tests, with a stand-in for
// Deno.

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Promise<Response>): void
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST, OPTIONS',
}

/** The largest body of a page's call in bytes. */
const LARGEST_CALL = 1_000_000

/** Returns a secret or variable of the project; an empty text if it is not set. */
export function setting(name: string): string {
  return Deno.env.get(name) ?? ''
}

/** Answers POST with `handle`, and other methods with 405. */
export function servePost(handle: (request: Request) => Promise<Answer>): void {
  Deno.serve(async (request) => reply(await posted(request, handle), {}))
}

/** Handles a call: gets its parsed body, or null, and the caller's headers for the API. */
type HandleCall = (
  body: unknown,
  caller: { authorization: string; apiKey: string },
) => Promise<Answer>

/**
 * Answers POST from pages of any origin with `handle`, and answers their preflight. `handle` gets null for a body that
 * is not JSON; 413 TOO_LARGE answers more than a megabyte.
 */
export function serveCall(handle: HandleCall): void {
  Deno.serve((request) => answerCall(request, handle))
}

/** Answers every request with `handle`, which reads the method and the address itself. */
export function serveRequests(handle: (request: Request) => Promise<Response>): void {
  Deno.serve(handle)
}

/** Answers one request as `serveCall` does. */
export async function answerCall(request: Request, handle: HandleCall): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  const answer = await posted(request, async () => {
    const bytes = await readBody(request, LARGEST_CALL)
    if (bytes === null) return failure(413, 'TOO_LARGE', 'This request is too large.')
    const apiKey = setting('SUPABASE_ANON_KEY')
    const authorization = request.headers.get('authorization') ?? `Bearer ${apiKey}`
    return handle(readJson(bytes), { authorization, apiKey })
  })
  return reply(answer, CORS)
}

async function posted(
  request: Request,
  handle: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  if (request.method === 'POST') return handle(request)
  return failure(405, 'METHOD_NOT_ALLOWED', 'Only POST requests are accepted here.')
}

function reply({ status, body, headers: own }: Answer, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...own,
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json',
    },
  })
}
