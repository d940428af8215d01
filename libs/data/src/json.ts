import type { Json } from './database.gen'
import { DataError } from './errors'

/**
 * Narrowing of what functions of the database answer as `json`: each takes a value, gives it back
 * typed, and throws DataError `MALFORMED` when it is something else, so that a wrong answer is seen
 * at the border and not in a component.
 */
export interface JsonObject {
  [key: string]: Json | undefined
}

type Value = Json | undefined

/** The value as an object. @throws when it is none */
export function object(value: Value): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  return value
}

/** The value as an array. @throws when it is none */
export function list(value: Value): Json[] {
  if (!Array.isArray(value)) throw malformed()
  return value
}

/** The value as a string. @throws when it is none */
export function string(value: Value): string {
  if (typeof value !== 'string') throw malformed()
  return value
}

/** The value as a string, or null where there is none. @throws when it is anything else */
export function stringOrNull(value: Value): string | null {
  return value === null || value === undefined ? null : string(value)
}

/** The value as a finite number. @throws when it is none */
export function number(value: Value): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed()
  return value
}

/** The value as a boolean. @throws when it is none */
export function boolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw malformed()
  return value
}

/** One of a fixed set of words. */
export function oneOf<T extends string>(words: readonly T[], value: Value): T {
  const word = words.find((candidate) => candidate === value)
  if (word === undefined) throw malformed()
  return word
}

function malformed(): DataError {
  return new DataError({ code: 'MALFORMED' })
}
