import type { Json } from './database.gen'
import { DataError } from './errors'

/**
 * Checks a `json` value, such as an answer of the database, and returns it with its type. Throws DataError `MALFORMED`
 * for an unexpected shape, with the place in the value as `hint`. So a wrong answer fails here and not in a component
 * (docs/decisions/0019-answers.md).
 */
export type Schema<T> = (value: Value) => T
/** The type that a schema describes. */
export type Answer<S> = S extends Schema<infer T> ? T : never

export interface JsonObject {
  [key: string]: Json | undefined
}
type Value = Json | undefined

type Fields = Record<string, Schema<unknown>>
/** The types of an object's fields. Fields that can be undefined are optional. */
type Shape<F extends Fields> = Flat<
  { [K in keyof F as undefined extends Answer<F[K]> ? never : K]: Answer<F[K]> } & {
    [K in keyof F as undefined extends Answer<F[K]> ? K : never]?: Answer<F[K]>
  }
>
type Flat<T> = { [K in keyof T]: T[K] }

/**
 * Describes an object by its fields. Unknown fields are left out, so that a newer database does not break an older
 * page. @__NO_SIDE_EFFECTS__
 */
export function shape<F extends Fields>(fields: F): Schema<Shape<F>> {
  return (value) => {
    const row = object(value)
    const read: Record<string, unknown> = {}
    for (const key in fields) {
      const field = within(key, fields[key] as Schema<unknown>, row[key])
      if (field !== undefined) read[key] = field
    }
    return read as Shape<F>
  }
}

/** Describes an object that has the fields of both schemas. @__NO_SIDE_EFFECTS__ */
export function both<A, B>(one: Schema<A>, other: Schema<B>): Schema<A & B> {
  return (value) => ({ ...one(value), ...other(value) })
}

/** Describes a list. @__NO_SIDE_EFFECTS__ */
export function listOf<T>(schema: Schema<T>): Schema<T[]> {
  return (value) => list(value).map((item, index) => within(index, schema, item))
}

/** Describes an object whose keys are data, such as ids. @__NO_SIDE_EFFECTS__ */
export function recordOf<T>(schema: Schema<T>): Schema<Record<string, T>> {
  return (value) => {
    const entries = Object.entries(object(value))
    return Object.fromEntries(entries.map(([key, item]) => [key, within(key, schema, item)]))
  }
}

/** Describes a value that can be null or missing; both are null. @__NO_SIDE_EFFECTS__ */
export function orNull<T>(schema: Schema<T>): Schema<T | null> {
  return or<T | null>(schema, null)
}

/** Describes a value that becomes undefined if it is null or missing. @__NO_SIDE_EFFECTS__ */
export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return or<T | undefined>(schema, undefined)
}

/** Describes a value that becomes `fallback` if it is null or missing. @__NO_SIDE_EFFECTS__ */
export function or<T>(schema: Schema<T>, fallback: NoInfer<T>): Schema<T> {
  return (value) => (value === null || value === undefined ? fallback : schema(value))
}

/** Describes stored data that becomes null if it has an unexpected shape. @__NO_SIDE_EFFECTS__ */
export function readable<T, V = Value>(read: (value: V) => T): (value: V) => T | null {
  return (value) => {
    try {
      return read(value)
    } catch {
      return null
    }
  }
}

/** Describes a string that is one of the given values. @__NO_SIDE_EFFECTS__ */
export function among<const T extends string>(values: readonly T[]): Schema<T> {
  return (value) => {
    const found = values.find((candidate) => candidate === value)
    if (found === undefined) throw malformed()
    return found
  }
}

/** Describes a value that `change` converts; `change` throws `malformed()` for invalid values. @__NO_SIDE_EFFECTS__ */
export function changed<T, R>(schema: Schema<T>, change: (value: T) => R): Schema<R> {
  return (value) => change(schema(value))
}

/** Checks a part of an answer, and adds its place to the error. */
function within<T>(place: string | number, schema: Schema<T>, value: Value): T {
  try {
    return schema(value)
  } catch (error) {
    if (!(error instanceof DataError) || error.code !== 'MALFORMED') throw error
    throw malformed(error.hint ? `${place}.${error.hint}` : String(place))
  }
}

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

/** Accepts finite numbers only. */
export function number(value: Value): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw malformed()
  return value
}

export function boolean(value: Value): boolean {
  if (typeof value !== 'boolean') throw malformed()
  return value
}

/** Reads a missing value as false. */
export function flag(value: Value): boolean {
  return value === true
}

/**
 * Creates the error for an answer of an unexpected shape. @param place the place in the answer, such as
 * `rounds.2.verdict`
 */
export function malformed(place?: string): DataError {
  return new DataError({ code: 'MALFORMED', hint: place })
}
