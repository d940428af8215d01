/**
 * An answer that is not a success: HTTP status, the error code that clients tell errors apart by, and
 * a sentence. The codes are GoTrue's.
 */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Merged into the body, as `weak_password` wants it. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

/** An error that is answered with 400. In: GoTrue's code, and its sentence. */
export const badRequest = (code: string, message: string) => new ApiError(400, code, message)
/** An error that is answered with 403. */
export const forbidden = (code: string, message: string) => new ApiError(403, code, message)
/** An error that is answered with 422. */
export const unprocessable = (code: string, message: string) => new ApiError(422, code, message)
/** An error that is answered with 429. */
export const tooMany = (code: string, message: string) => new ApiError(429, code, message)
/** What was sent does not fit; answered with 400. */
export const invalid = (message: string) => badRequest('validation_failed', message)

/** The address belongs to another account. */
export const emailExists = () =>
  unprocessable('email_exists', 'A user with this email address has already been registered')

/** A code that is wrong, used or too old: which of these is not told. */
export const wrongCode = () => forbidden('otp_expired', 'Token has expired or is invalid')
/** A link that is wrong, used or too old: which of these is not told. */
export const wrongLink = () => forbidden('otp_expired', 'Email link is invalid or has expired')
/** The account was disabled. */
export const banned = () => forbidden('user_banned', 'User is banned')

/**
 * What the database said, as an answer. A trigger that refuses with SQLSTATE `PTxyz` decides the HTTP
 * status itself and its message is passed on (rules/accounts#sign-up-refusal); anything else stays behind
 * `message`, because it may tell how the tables are made.
 */
export function fromDatabase(error: unknown, message: string): unknown {
  if (error instanceof ApiError) return error
  const code = databaseCode(error)
  if (code === undefined || !(error instanceof Error)) return error
  const chosen = /^PT([45]\d\d)$/.exec(code)
  if (chosen) return new ApiError(Number(chosen[1]), code, error.message)
  const answer = new ApiError(500, 'unexpected_failure', message)
  answer.cause = error
  return answer
}

function databaseCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
