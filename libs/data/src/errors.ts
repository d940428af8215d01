import type { AuthError } from '@supabase/auth-js'
import type { PostgrestSingleResponse } from '@supabase/postgrest-js'

/** What people read when nothing better is known. */
export const DEFAULT_ERROR_MESSAGE = 'An unexpected error occurred'

/**
 * Codes of our own, beside those of Postgres, PostgREST and Auth, which pass through unchanged.
 * DENIED: a write that changed no row. NETWORK: no answer came. BUSY: what came was not the server's own
 * answer, or was cut short. MALFORMED: an answer of another shape.
 */
type OwnCode =
  | 'DENIED'
  | 'NETWORK'
  | 'BUSY'
  | 'MALFORMED'
  | 'GENERIC_ERROR'
  | 'STRING_ERROR'
  | 'UNKNOWN_ERROR'

interface DataErrorParts {
  code: OwnCode | (string & {})
  /** Shown as it is; the default sentence when left out or empty. */
  message?: string | undefined
  /** Which refusal of ours it is, where one code has several: STALE_ORDER, LAST_ADMIN and the like. */
  hint?: string | undefined
  /** HTTP status; absent when no answer came. */
  status?: number | undefined
}

/**
 * The one error that libs/data throws. Told apart by `code` and `hint`, never by text. Its message is
 * always fit for people: a sentence of ours, or of Auth's.
 */
export class DataError extends Error {
  override readonly name = 'DataError'
  readonly code: string
  readonly hint: string | undefined
  readonly status: number | undefined

  constructor({ code, message, hint, status }: DataErrorParts) {
    super(message || DEFAULT_ERROR_MESSAGE)
    this.code = code
    this.hint = hint || undefined
    this.status = status
  }
}

/**
 * In: the body of an answer that is an error, as far as it could be read, and its HTTP status (0: none
 * came). Out: the error. The code is kept where the body is the server's own JSON. Words are kept only
 * where our SQL wrote them: those of Postgres and PostgREST name tables and print whole rows, and a
 * gateway's are HTML.
 */
export function errorFromAnswer(body: unknown, status: number | undefined): DataError {
  if (status === 0) return new DataError({ code: 'NETWORK' })
  const { code, message, hint } = fields(body)
  if (code === '') return new DataError({ code: 'BUSY', status })
  return isOurs(code, message)
    ? new DataError({ code, message, hint, status })
    : new DataError({ code, status })
}

/**
 * Whether nothing was decided: no answer, none of the server's own, or one that it could not give at
 * the moment. The same may well succeed a moment later; a refusal will not.
 */
export function isTransient({ code, status = 0 }: DataError): boolean {
  if (code === 'NETWORK' || code === 'BUSY') return true
  return status === 408 || status === 429 || status >= 500
}

/** In: whatever was thrown. Out: whether no answer came at all, as without a connection. */
export function isSilence(thrown: unknown): boolean {
  return toDataError(thrown).code === 'NETWORK'
}

/** In: an answer of PostgREST. Out: its data. Throws DataError when the answer is an error. */
export function unwrap<T>(result: PostgrestSingleResponse<T>): T {
  if (result.error === null) return result.data
  throw errorFromAnswer(result.error, result.status)
}

/**
 * In: the answer to a write that asked for its rows back. Out: those rows. Throws DataError; code
 * `DENIED` when there are none, because row security reports a refusal as zero rows.
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

/**
 * In: an error that Auth returned. Out: the same as a DataError, code and message kept; `NETWORK` or
 * `BUSY` where Auth itself did not answer, whatever its client made of that.
 */
export function fromAuthError({ name, code, message, status = 0 }: AuthError): DataError {
  if (SILENCE.has(name) || status >= 500 || (name === 'AuthApiError' && !code)) {
    return status === 0
      ? new DataError({ code: 'NETWORK' })
      : new DataError({ code: 'BUSY', status })
  }
  return new DataError({ code: code ?? 'UNKNOWN_ERROR', message, status })
}

/** How Auth's client calls silence, and bodies that it cannot read. */
const SILENCE: ReadonlySet<string> = new Set(['AuthRetryableFetchError', 'AuthUnknownError'])

/**
 * How browsers, which have no code for it, say that a part of the application did not arrive: "dynamically imported module",
 * "a module script"; and Vite: "Unable to preload CSS".
 */
const PART_MISSING = /imported module|module script|preload CSS/

/**
 * In: whatever was thrown. Out: a DataError, with codes of their own for foreign errors; NETWORK where it was a part of
 * the application that did not arrive (rules/data#codes-not-texts).
 */
export function toDataError(thrown: unknown): DataError {
  if (thrown instanceof DataError) return thrown
  if (typeof thrown === 'string') {
    return new DataError({ code: 'STRING_ERROR', message: thrown })
  }
  if (!(thrown instanceof Error)) return new DataError({ code: 'UNKNOWN_ERROR' })
  return new DataError({ code: PART_MISSING.test(thrown.message) ? 'NETWORK' : 'GENERIC_ERROR' })
}

function denied(status: number): DataError {
  return new DataError({ code: 'DENIED', status })
}

function fields(body: unknown): Record<'code' | 'message' | 'hint', string> {
  const given: Record<string, unknown> = Object(body)
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { code: text(given.code), message: text(given.message), hint: text(given.hint) }
}

/** SQLSTATEs that only our own SQL raises. */
const OUR_STATES = /^(?:PT\d{3}|P0001)$/
/** How our SQL says 42501, which Postgres raises too, in words of its own. */
const OUR_DENIALS = /^(?:You may not |Not authenticated$)/

function isOurs(code: string, message: string): boolean {
  return OUR_STATES.test(code) || (code === '42501' && OUR_DENIALS.test(message))
}
