import type { ValidationErrors } from '@refinedev/core'
import { DataError, errorFromAnswer, toDataError } from '../errors'
import type { ResourceRules } from './resource-rules'

/** The row changed between reading and writing: another person saved first. */
export const STALE = 'STALE'
/** A write that touched no row although the row is there, or that the database refused. */
export const DENIED = 'DENIED'
/** No such row, or none that the caller may see. */
export const NOT_FOUND = 'NOT_FOUND'

const UNIQUE_VIOLATION = '23505'

/** HTTP's number for what Postgres, PostgREST and this provider say by code. */
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

/** A DataError in the form in which Refine passes errors on: to toasts, to forms, to the auth provider. */
export type RequestError = DataError & { statusCode: number; errors?: ValidationErrors }

/** How the database refuses a value with a form's sentence; the hint names the field. */
const INVALID_FIELD = 'PT422'

/**
 * Whatever went wrong in a request, told apart by its code and never by its text (rules/data#codes-not-texts).
 * A collision on the one unique field of a resource becomes that field's error in a form, and so does
 * a sentence with which the database refuses a field.
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

/** An error that carries nothing but its code. */
export function errorWithCode(code: string): DataError {
  return new DataError({ code })
}

/** Whether an error that came out of a Refine hook carries this code. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof DataError && error.code === code
}

/** `PT422` and its like: the status that a function in the database chose for its refusal. */
function raisedStatus(code: string): number | undefined {
  const digits = /^PT(\d{3})$/.exec(code)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The package passes an answer on without its status; an empty code means that no answer came. */
function dataError(cause: unknown): DataError {
  if (typeof cause !== 'object' || cause === null || cause instanceof Error) {
    return toDataError(cause)
  }
  return errorFromAnswer(cause, Reflect.get(cause, 'code') === '' ? 0 : undefined)
}
