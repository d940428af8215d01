import { type Answer, failure } from './answer.ts'

// What every edge function needs of its host. Nothing here runs on Node but in tests, which stand in for Deno.

declare const Deno: {
  env: { get(name: string): string | undefined }
  serve(handler: (request: Request) => Promise<Response>): void
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info',
  'access-control-allow-methods': 'POST, OPTIONS',
}

/** Bytes of a call of a page's. Longer ones are no calls. */
const LARGEST_CALL = 1_000_000

/** A secret or a variable of the project; empty where it is not set. */
export function setting(name: string): string {
  return Deno.env.get(name) ?? ''
}

/** Answers POST alone, with `handle`; other methods with 405. */
export function servePost(handle: (request: Request) => Promise<Answer>): void {
  Deno.serve(async (request) => reply(await posted(request, handle), {}))
}

/**
 * The same for what pages of any origin call: the preflight is answered too. `handle` gets the body as JSON, null where
 * it is none or too long, and the caller's own headers for the API.
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

/** The bytes of a request; null for more than `most`, of which no more is read. */
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
  return failure(405, 'METHOD_NOT_ALLOWED', 'Only POST is answered here.')
}

function reply({ status, body }: Answer, headers: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'cache-control': 'no-store', 'content-type': 'application/json' },
  })
}
