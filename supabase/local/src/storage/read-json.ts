import type { IncomingMessage } from 'node:http'
import { isObject } from '../auth/body'
import { bodyLimitOf } from '../gateway/body-limits'
import { badRequest, tooLarge } from './errors'

const maxBytes = bodyLimitOf('/storage/v1/')

/**
 * Reads a body that is a JSON object.
 * @throws StorageError InvalidRequest for anything else, EntityTooLarge for a body above `maxBytes`
 */
export async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  if (Number(incoming.headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming.iterator({ destroyOnReturn: false })) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    if (isObject(body)) return body
  } catch {
    // The error below covers this case.
  }
  throw badRequest('The body must be a JSON object')
}

/** The largest `integer` of the database. */
const maxInteger = 2 ** 31 - 1

/** @throws StorageError InvalidRequest if the value is not a whole number in the range */
export function countOf(name: string, value: unknown, minimum: number): number {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  if (Number.isInteger(count) && Number(count) >= minimum && Number(count) <= maxInteger) {
    return Number(count)
  }
  throw badRequest(`${name} must be a whole number from ${minimum} to ${maxInteger}`)
}

/** @throws StorageError InvalidRequest if the value is not one of the choices */
export function choiceOf<Choice extends string>(
  name: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  const chosen = choices.find((choice) => choice === value)
  if (chosen === undefined) throw badRequest(`${name} must be one of ${choices.join(', ')}`)
  return chosen
}
