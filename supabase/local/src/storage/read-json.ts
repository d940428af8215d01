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

/** The most that the database counts to here. */
const mostCounted = 2 ** 31 - 1

/** @throws StorageError InvalidRequest for what is no whole number, or out of range */
export function countOf(name: string, value: unknown, least: number): number {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (Number.isInteger(count) && Number(count) >= least && Number(count) <= mostCounted) {
    return Number(count)
  }
  throw badRequest(`${name} must be a whole number from ${least} to ${mostCounted}`)
}

/** @throws StorageError InvalidRequest for what is none of the choices */
export function choiceOf<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === value)
  if (chosen === undefined) throw badRequest(`${name} must be one of ${choices.join(', ')}`)
  return chosen
}
