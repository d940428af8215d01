import type { AuthError } from '@supabase/auth-js'
import type { PostgrestSingleResponse } from '@supabase/postgrest-js'

/** The message if nothing better is known. */
export const DEFAULT_ERROR_MESSAGE = 'An unexpected error occurred'

/**
 * Our own codes, in addition to those of PostgreSQL, PostgREST and Auth, which are passed on. DENIED: a write changed
 * no row. NETWORK: no answer came. BUSY: the answer was not the server's own, or was truncated. MALFORMED: an answer of
 * another shape.
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
  /** Shown unchanged; the default message if left out or empty. */
  message?: string | undefined
  /** Tells our refusals with the same code apart: STALE_ORDER, LAST_ADMIN and the like. */
  hint?: string | undefined
  /** HTTP status; missing if no answer came. */
  status?: number | undefined
}

/**
 * The only error that libs/data throws. Check `code` and `hint`, never the text. The message can always be shown to
 * people: it is ours or Auth's.
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
 * Creates the error for a failed answer from its body, as far as it could be read, and its HTTP status (0 if none
 * came). The code is kept if the body is the server's own JSON. The message is kept only if our SQL wrote it, because
 * messages of PostgreSQL and PostgREST name tables and print whole rows, and a gateway's are HTML.
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
 * Returns whether nothing was decided: no answer, not the server's own, or one that it could not give at the moment.
 * The same request may succeed later; a refused one will not.
 */
export function isTransient({ code, status = 0 }: DataError): boolean {
  if (code === 'NETWORK' || code === 'BUSY') return true
  if (REQUEST_FAULT.test(code)) return false
  return status === 408 || status === 429 || status >= 500
}

/**
 * SQLSTATEs of a request that can never succeed: too complex, several rows for one, an endless policy. PostgREST answers
 * them with a status of 500 from 12.2 on, and with 400 or 413 before.
 */
const REQUEST_FAULT = /^(?:54...|21000|42P17)$/

/** Returns whether no answer came at all, as without a connection. */
export function isSilence(thrown: unknown): boolean {
  return toDataError(thrown).code === 'NETWORK'
}

/** Returns the data of a PostgREST answer. Throws DataError for an error. */
export function unwrap<T>(result: PostgrestSingleResponse<T>): T {
  if (result.error === null) return result.data
  throw errorFromAnswer(result.error, result.status)
}

/**
 * Returns the rows of a write. Throws DataError; code `DENIED` if there are none, because row security reports a
 * refusal as zero rows.
 */
export function expectRows<T>(result: PostgrestSingleResponse<T[]>): T[] {
  const rows = unwrap(result)
  if (rows.length === 0) throw denied(result.status)
  return rows
}

/** Does the same as `expectRows` for a write of one row, and returns it. */
export function expectRow<T>(result: PostgrestSingleResponse<T[]>): T {
  const row = unwrap(result)[0]
  if (row === undefined) throw denied(result.status)
  return row
}

/**
 * Converts an error of Auth to a DataError with the same code and message; `NETWORK` or `BUSY` if Auth itself did not
 * answer, whatever its client reports.
 */
export function fromAuthError({ name, code, message, status = 0 }: AuthError): DataError {
  if (SILENCE.has(name) || status >= 500 || (name === 'AuthApiError' && !code)) {
    return status === 0
      ? new DataError({ code: 'NETWORK' })
      : new DataError({ code: 'BUSY', status })
  }
  return new DataError({ code: code ?? 'UNKNOWN_ERROR', message, status })
}

/** The names that Auth's client gives to a missing answer and to unreadable bodies. */
const SILENCE: ReadonlySet<string> = new Set(['AuthRetryableFetchError', 'AuthUnknownError'])

/**
 * Browsers have no code for application code that failed to load, only messages: "dynamically imported module", "a
 * module script"; Vite's is "Unable to preload CSS".
 */
const PART_MISSING = /imported module|module script|preload CSS/

/** Converts anything thrown to a DataError; NETWORK if application code failed to load (rules/data#codes-not-texts). */
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
/** PostgreSQL raises 42501 too; these are the messages of our SQL. */
const OUR_DENIALS = /^(?:You may not |Not authenticated$)/

function isOurs(code: string, message: string): boolean {
  return OUR_STATES.test(code) || (code === '42501' && OUR_DENIALS.test(message))
}
