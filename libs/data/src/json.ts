import type { Json } from './database.gen'
import { DataError } from './errors'

/**
 * The functions of this file check a `json` answer of the database: each takes a value, returns it with its type, and
 * throws DataError `MALFORMED` for another type, so that a wrong answer fails here and not in a component.
 */
export interface JsonObject {
  [key: string]: Json | undefined
}

type Value = Json | undefined

export function object(value: Value): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed()
  return value
}

export function list(value: Value): Json[] {
  if (!Array.isArray(value)) throw malformed()
  return value
}

export function string(value: Value): string {
  if (typeof value !== 'string') throw malformed()
  return value
}

export function stringOrNull(value: Value): string | null {
  return value === null || value === undefined ? null : string(value)
}

/** Accepts finite numbers only. */
export function number(value: Value): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed()
  return value
}

export function numberOrNull(value: Value): number | null {
  return value === null || value === undefined ? null : number(value)
}

export function boolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw malformed()
  return value
}

export function oneOf<T extends string>(values: readonly T[], value: Value): T {
  const found = values.find((candidate) => candidate === value)
  if (found === undefined) throw malformed()
  return found
}

function malformed(): DataError {
  return new DataError({ code: 'MALFORMED' })
}
