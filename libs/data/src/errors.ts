import type { AuthError } from '@supabase/auth-js'
import type { PostgrestSingleResponse } from '@supabase/postgrest-js'

/** What people read when nothing better is known (product §8). */
export const DEFAULT_ERROR_MESSAGE = 'An unexpected error occurred'

/**
 * Codes of our own, beside those of Postgres, PostgREST and Auth, which pass through unchanged.
 * DENIED: a write that changed no row. NETWORK: no answer came. MALFORMED: an answer of another shape.
 */
type OwnCode =
  | 'DENIED'
  | 'NETWORK'
  | 'MALFORMED'
  | 'GENERIC_ERROR'
  | 'STRING_ERROR'
  | 'UNKNOWN_ERROR'

interface DataErrorParts {
  code: OwnCode | (string & {})
  /** Shown as it is; the default sentence when left out or empty. */
  message?: string | undefined
  details?: string | undefined
  /** Which refusal of ours it is, where one code has several: STALE_ORDER, LAST_ADMIN and the like. */
  hint?: string | undefined
  /** HTTP status; absent when no answer came. */
  status?: number | undefined
}

/** The one error that libs/data throws. Told apart by `code` and `hint`, never by text (decisions §10). */
export class DataError extends Error {
  override readonly name = 'DataError'
  readonly code: string
  readonly details: string | undefined
  readonly hint: string | undefined
  readonly status: number | undefined

  constructor({ code, message, details, hint, status }: DataErrorParts) {
    super(message || DEFAULT_ERROR_MESSAGE)
    this.code = code
    this.details = details
    this.hint = hint || undefined
    this.status = status
  }
}

/** In: an answer of PostgREST. Out: its data. Throws DataError when the answer is an error. */
export function unwrap<T>(result: PostgrestSingleResponse<T>): T {
  if (result.error === null) return result.data
  const { code, message, details, hint } = result.error
  if (result.status === 0) {
    return fail({ code: 'NETWORK', details: message })
  }
  return fail({ code: code || 'UNKNOWN_ERROR', message, details, hint, status: result.status })
}

/**
 * In: the answer to a write that asked for its rows back. Out: those rows. Throws DataError; code
 * `DENIED` when there are none, because row security reports a refusal as zero rows (decisions §7).
 */
export function expectRows<T>(result: PostgrestSingleResponse<T[]>): T[] {
  const rows = unwrap(result)
  if (rows.length === 0) throw denied(result.status)
  return rows
}

/** As `expectRows`, for a write that touches one row: out comes that row. */
export function expectRow<T>(result: PostgrestSingleResponse<T[]>): T {
  const row = unwrap(result)[0]
  if (row === undefined) throw denied(result.status)
  return row
}

/** In: an error that Auth returned. Out: the same as a DataError, code and message kept. */
export function fromAuthError(error: AuthError): DataError {
  if (error.name === 'AuthRetryableFetchError') {
    return new DataError({
      code: 'NETWORK',
      details: error.message,
      status: error.status || undefined,
    })
  }
  return new DataError({
    code: error.code ?? 'UNKNOWN_ERROR',
    message: error.message,
    status: error.status,
  })
}

/** In: whatever was thrown. Out: a DataError, with the codes of product §8 for foreign errors. */
export function toDataError(thrown: unknown): DataError {
  if (thrown instanceof DataError) return thrown
  if (thrown instanceof Error) {
    return new DataError({ code: 'GENERIC_ERROR', details: thrown.message })
  }
  if (typeof thrown === 'string') {
    return new DataError({ code: 'STRING_ERROR', message: thrown })
  }
  return new DataError({ code: 'UNKNOWN_ERROR' })
}

function denied(status: number): DataError {
  return new DataError({ code: 'DENIED', status })
}

function fail(parts: DataErrorParts): never {
  throw new DataError(parts)
}
