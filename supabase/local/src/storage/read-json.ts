import type { IncomingMessage } from 'node:http'
import { isObject } from '../auth/body'
import { badRequest, tooLarge } from './errors'

/** Bytes: a thousand of the longest names. */
const most = 2_000_000

/**
 * The object that a request carries.
 * @throws StorageError InvalidRequest where it is none, EntityTooLarge where it is more than any call of ours
 */
export async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  if (Number(incoming.headers['content-length'] ?? 0) > most) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > most) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (isObject(body)) return body
  } catch {
    // Said below.
  }
  throw badRequest('The body must be a JSON object')
}
