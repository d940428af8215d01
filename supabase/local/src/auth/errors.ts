/** A refusal: HTTP status, GoTrue's error code, by which clients tell errors apart, and a sentence. */
export class ApiError extends Error {
  override name = 'ApiError'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Additional fields of the body, as for `weak_password`. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }
}

export const badRequest = (code: string, message: string) => new ApiError(400, code, message)
export const forbidden = (code: string, message: string) => new ApiError(403, code, message)
export const unprocessable = (code: string, message: string) => new ApiError(422, code, message)
export const tooMany = (code: string, message: string) => new ApiError(429, code, message)
export const invalid = (message: string) => badRequest('validation_failed', message)

export const emailExists = () =>
  unprocessable('email_exists', 'A user with this email address has already been registered')

/** A wrong, used or expired code; the answer does not say which. */
export const wrongCode = () => forbidden('otp_expired', 'Token has expired or is invalid')
/** A wrong, used or expired link; the answer does not say which. */
export const wrongLink = () => forbidden('otp_expired', 'Email link is invalid or has expired')
export const banned = () => forbidden('user_banned', 'User is banned')

/**
 * Translates an error of the database. A trigger that refuses with SQLSTATE `PTxyz` decides the HTTP status,
 * and its message is passed on (rules/accounts#sign-up-refusal). Every other error becomes `message`, because
 * it may reveal the structure of the tables.
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
