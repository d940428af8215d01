import { type Answer, failure } from './answer.ts'
import { fitsOne, isRecent } from './hmac.ts'
import { readBody } from './read-body.ts'

// This file uses neither Deno nor Node, because the edge functions and the embedded backend both run it.

/** The largest body in bytes; all expected events and hooks are smaller. */
const LARGEST = 1_000_000

/**
 * Reads a request that is signed by Standard Webhooks: Auth's hooks name the headers `webhook-…`, Svix `svix-…`.
 * @param secrets signing secrets, `v1,whsec_<base64>` or `whsec_<base64>`; two while one is replaced, with a comma, a
 *   blank, or `|` between them, as Auth has it
 * @returns the parsed body, or the failure to answer: 413 TOO_LARGE, 501 NO_SECRET, 401 BAD_SIGNATURE, 422 BAD_EVENT
 *   for a body that is no JSON
 */
export async function readSigned(
  request: Request,
  secrets: string,
): Promise<{ json: unknown } | { refused: Answer }> {
  const keys = secrets.split(/[\s,|]+/).flatMap(keyOf)
  if (keys.length === 0) {
    return { refused: failure(501, 'NO_SECRET', 'No signing secret is set up for this function.') }
  }
  const payload = await readBody(request, LARGEST)
  if (payload === null) {
    return { refused: failure(413, 'TOO_LARGE', 'This request is too large.') }
  }
  const now = Math.floor(Date.now() / 1000)
  if (!(await isSigned(request.headers, payload, keys, now))) {
    // All invalid signatures get the same answer, so that an attacker cannot find out why one is wrong.
    const message = 'This request does not carry a valid, recent signature.'
    return { refused: failure(401, 'BAD_SIGNATURE', message) }
  }
  try {
    return { json: JSON.parse(new TextDecoder().decode(payload)) }
  } catch {
    return { refused: failure(422, 'BAD_EVENT', 'This is not JSON.') }
  }
}

function isSigned(
  headers: Headers,
  payload: Uint8Array<ArrayBuffer>,
  keys: Uint8Array<ArrayBuffer>[],
  now: number,
): Promise<boolean> | false {
  const header = (name: string) => headers.get(`webhook-${name}`) ?? headers.get(`svix-${name}`)
  const [id, time, signatures] = [header('id'), header('timestamp'), header('signature')]
  if (!id || !time || !signatures || !isRecent(time, now)) return false
  const given = signatures.split(' ').flatMap((one) => {
    const [version, text = ''] = one.split(',')
    return version === 'v1' ? bytesOf(text) : []
  })
  return fitsOne(given, keys, `${id}.${time}.`, payload)
}

/** Returns the key in `whsec_<base64>`; an empty list for any other text, such as the version `v1`. */
function keyOf(secret: string): Uint8Array<ArrayBuffer>[] {
  return secret.startsWith('whsec_') ? bytesOf(secret.slice('whsec_'.length)) : []
}

/** Decodes base64; returns an empty list for a text that is no base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer>[] {
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    return bytes.length > 0 ? [bytes] : []
  } catch {
    return []
  }
}
