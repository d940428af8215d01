/**
 * An error that a person can correct. Its message is a sentence that says what is wrong and what to do; the
 * entry points print only this message, without a stack trace.
 */
export class PlainError extends Error {
  override name = 'PlainError'
}

/** Returns the `code` of a system or database error (`EACCES`, `42P01`, …); undefined for other values. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Returns the message of a thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
