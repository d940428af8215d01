import { type Answer, failure } from './answer.ts'

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

/**
 * Does the same for calls from pages of any origin, and answers their preflight. `handle` gets the parsed
 * body, or null if it is not JSON or too long, and the caller's headers for the API.
 */
export function serveCall(
  handle: (body: unknown, caller: { authorization: string; apiKey: string }) => Promise<Answer>,
): void {
  Deno.serve(async (request) => {
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
    const answer = await posted(request, async () => {
      const body = readJson(await readBody(request, LARGEST_CALL))
      const apiKey = setting('SUPABASE_ANON_KEY')
      const authorization = request.headers.get('authorization') ?? `Bearer ${apiKey}`
      return handle(body, { authorization, apiKey })
    })
    return reply(answer, CORS)
  })
}

/** Returns the bytes of a request; null as soon as there are more than `most`. */
export async function readBody(
  request: Request,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = request.body?.getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length
    if (size > most) {
      await reader?.cancel()
      return null
    }
    chunks.push(read.value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

function readJson(bytes: Uint8Array | null): unknown {
  try {
    return bytes && JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

async function posted(
  request: Request,
  handle: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  if (request.method === 'POST') return handle(request)
  return failure(405, 'METHOD_NOT_ALLOWED', 'Only POST requests are accepted here.')
}

function reply({ status, body }: Answer, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}
