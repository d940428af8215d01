import type { ValidationErrors } from '@refinedev/core'
import { DataError, errorFromAnswer, toDataError } from '../errors'
import type { ResourceRules } from './resource-rules'

/** Another person has saved the row between reading and writing. */
export const STALE = 'STALE'
/** A write changed no row although the row exists, or the database refused the write. */
export const DENIED = 'DENIED'
/** The row does not exist, or the caller may not see it. */
export const NOT_FOUND = 'NOT_FOUND'

/** The hint if the operation id has created a record before, which was deleted since (rules/data#idempotent). */
export const MADE_ALREADY = 'MADE_ALREADY'

/** PostgreSQL's code if another row has the same unique value. */
export const UNIQUE_VIOLATION = '23505'

/** The HTTP status for error codes of PostgreSQL, PostgREST and this provider. */
const STATUS: Record<string, number> = {
  [DENIED]: 403,
  [NOT_FOUND]: 404,
  [STALE]: 409,
  UNKNOWN_RESOURCE: 404,
  UNKNOWN_ACT: 404,
  UNSUPPORTED: 405,
  [UNIQUE_VIOLATION]: 409,
  '42501': 403,
  '22P02': 400,
  '23514': 400,
  '57014': 504,
  PGRST116: 404,
  PGRST301: 401,
  PGRST302: 401,
  PGRST303: 401,
}

/** A DataError in Refine's form of errors, for toasts, forms and the auth provider. */
export type RequestError = DataError & { statusCode: number; errors?: ValidationErrors }

/** The code with which the database refuses the value of a field, with a sentence, and with the field as hint. */
const INVALID_FIELD = 'PT422'

/**
 * Converts the error of a request by its code, never by its message (rules/data#codes-not-texts). A duplicate value of
 * the resource's unique field becomes the error of that field in the form, and so does a refusal of a field by the
 * database.
 */
export function requestError(cause: unknown, rules: ResourceRules | null): RequestError {
  const error = cause instanceof DataError ? cause : dataError(cause)
  const unique = error.code === UNIQUE_VIOLATION ? rules?.unique : undefined
  const field = error.code === INVALID_FIELD ? error.hint : undefined
  return Object.assign(error, {
    statusCode: STATUS[error.code] ?? raisedStatus(error.code) ?? error.status ?? 500,
    ...(unique && { errors: { [unique.field]: unique.message } }),
    ...(field && { errors: { [field]: error.message } }),
  })
}

/** Creates an error that has only a code. */
export function errorWithCode(code: string): DataError {
  return new DataError({ code })
}

/** Returns whether an error from a Refine hook has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof DataError && error.code === code
}

/** Returns the status in codes such as `PT422`, which a database function has chosen. */
function raisedStatus(code: string): number | undefined {
  const digits = /^PT(\d{3})$/.exec(code)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** Converts an error of the package, which loses the status of the answer. An empty code means that no answer came. */
function dataError(cause: unknown): DataError {
  if (typeof cause !== 'object' || cause === null || cause instanceof Error) {
    return toDataError(cause)
  }
  return errorFromAnswer(cause, Reflect.get(cause, 'code') === '' ? 0 : undefined)
}
