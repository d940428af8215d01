import type { AuthError } from '@supabase/auth-js'
import type { PostgrestSingleResponse } from '@supabase/postgrest-js'

/** The message for errors without a better one. */
export const DEFAULT_ERROR_MESSAGE = 'An unexpected error occurred'

/**
 * Our own codes, in addition to those of PostgreSQL, PostgREST and Auth. DENIED: a write changed no row. NETWORK: the
 * server did not answer. BUSY: a gateway answered, or the answer was cut off. MALFORMED: the answer has an unexpected
 * shape.
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
  /** The message to show. If missing or empty, the default message is used. */
  message?: string | undefined
  /** Distinguishes refusals with the same code, such as STALE_ORDER and LAST_ADMIN. */
  hint?: string | undefined
  /** HTTP status; missing if no answer came. */
  status?: number | undefined
}

/**
 * The only error that libs/data throws. Code must check `code` and `hint`, never the message. The message can always be
 * shown to people, because we or Auth have written it.
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
 * Creates the error for a failed answer from its body and its HTTP status (0 if none). The code is kept if the body is
 * JSON of the server. The message is kept only if our SQL has written it: messages of PostgreSQL and PostgREST contain
 * names of tables and whole rows, and those of a gateway are HTML.
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
 * Returns whether the server has decided nothing, because it did not answer or had a temporary problem. The same
 * request may succeed later; a refused request will not.
 */
export function isTransient({ code, status = 0 }: DataError): boolean {
  if (code === 'NETWORK' || code === 'BUSY') return true
  if (REQUEST_FAULT.test(code)) return false
  return status === 408 || status === 429 || status >= 500
}

/**
 * SQLSTATEs of requests that can never succeed: too complex, several rows instead of one, or recursion in a policy.
 * Depending on its version, PostgREST answers them with the status 500, 400 or 413.
 */
const REQUEST_FAULT = /^(?:54...|21000|42P17)$/

/** Returns whether the server did not answer at all, as without a connection. */
export function isSilence(thrown: unknown): boolean {
  return toDataError(thrown).code === 'NETWORK'
}

/** Returns the data of a PostgREST answer. Throws DataError for an error. */
export function unwrap<T>(result: PostgrestSingleResponse<T>): T {
  if (result.error === null) return result.data
  throw errorFromAnswer(result.error, result.status)
}

/**
 * Returns the rows that a write has changed. Throws DataError; code `DENIED` if there are none, because row-level
 * security reports a refusal as zero rows.
 */
export function expectRows<T>(result: PostgrestSingleResponse<T[]>): T[] {
  const rows = unwrap(result)
  if (rows.length === 0) throw denied(result.status)
  return rows
}

/** Like `expectRows`, for a write of a single row, which is returned. */
export function expectRow<T>(result: PostgrestSingleResponse<T[]>): T {
  const row = unwrap(result)[0]
  if (row === undefined) throw denied(result.status)
  return row
}

/**
 * Converts an error of Auth to a DataError with the same code and message; `NETWORK` or `BUSY` if not Auth but a
 * gateway, or nobody, has answered.
 */
export function fromAuthError({ name, code, message, status = 0 }: AuthError): DataError {
  if (SILENCE.has(name) || status >= 500 || (name === 'AuthApiError' && !code)) {
    return status === 0
      ? new DataError({ code: 'NETWORK' })
      : new DataError({ code: 'BUSY', status })
  }
  return new DataError({ code: code ?? 'UNKNOWN_ERROR', message, status })
}

/** The names that Auth's client gives to errors for missing and unreadable answers. */
const SILENCE: ReadonlySet<string> = new Set(['AuthRetryableFetchError', 'AuthUnknownError'])

/** Matches the messages of browsers and of Vite if application code cannot be loaded. These errors have no code. */
const CODE_NOT_LOADED = /imported module|module script|preload CSS/

/** Converts anything thrown to a DataError; NETWORK if application code failed to load (rules/data#codes-not-texts). */
export function toDataError(thrown: unknown): DataError {
  if (thrown instanceof DataError) return thrown
  if (typeof thrown === 'string') {
    return new DataError({ code: 'STRING_ERROR', message: thrown })
  }
  if (!(thrown instanceof Error)) return new DataError({ code: 'UNKNOWN_ERROR' })
  return new DataError({ code: CODE_NOT_LOADED.test(thrown.message) ? 'NETWORK' : 'GENERIC_ERROR' })
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
const OWN_STATES = /^(?:PT\d{3}|P0001)$/
/** The beginnings of messages with which our SQL raises 42501. PostgreSQL raises this code too, with other messages. */
const OWN_DENIALS = /^(?:You may not |Not authenticated$)/

function isOurs(code: string, message: string): boolean {
  return OWN_STATES.test(code) || (code === '42501' && OWN_DENIALS.test(message))
}
