/**
 * Something a person can put right. Its message is a whole sentence that says what is wrong and
 * what to do; the entry points print it alone, without a stack trace.
 */
export class PlainError extends Error {
  override name = 'PlainError'
}

/** The `code` of a system or database error (`EACCES`, `42P01`, …), or undefined for anything else. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** The message of whatever was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
