import type { ValidationErrors } from '@refinedev/core'
import { DataError, errorFromAnswer, toDataError } from '../errors'
import type { ResourceRules } from './resource-rules'

/** The row changed between reading and writing, because another person saved first. */
export const STALE = 'STALE'
/** A write affected no row although the row exists, or the database refused it. */
export const DENIED = 'DENIED'
/** There is no such row, or none that the caller may see. */
export const NOT_FOUND = 'NOT_FOUND'

/** The hint if a record was created under the operation id, and deleted since (rules/data#idempotent). */
export const MADE_ALREADY = 'MADE_ALREADY'

/** PostgreSQL's code for a value that another row has. */
export const UNIQUE_VIOLATION = '23505'

/** The HTTP status for codes of PostgreSQL, PostgREST and this provider. */
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

/** The database refuses a field's value with this code and a sentence; the hint names the field. */
const INVALID_FIELD = 'PT422'

/**
 * Converts the error of a request, by its code and never by its text (rules/data#codes-not-texts). A collision on the
 * unique field of a resource becomes that field's error in a form, and so does a sentence with which the database
 * refuses a field.
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

/** An error without anything but its code. */
export function errorWithCode(code: string): DataError {
  return new DataError({ code })
}

/** Returns whether an error from a Refine hook has this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof DataError && error.code === code
}

/** `PT422` and similar codes contain the status that a database function chose. */
function raisedStatus(code: string): number | undefined {
  const digits = /^PT(\d{3})$/.exec(code)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The package drops the status of an answer; an empty code means that no answer came. */
function dataError(cause: unknown): DataError {
  if (typeof cause !== 'object' || cause === null || cause instanceof Error) {
    return toDataError(cause)
  }
  return errorFromAnswer(cause, Reflect.get(cause, 'code') === '' ? 0 : undefined)
}
