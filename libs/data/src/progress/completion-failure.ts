import type { DataError } from '../errors'

/** Refused by the database: the lesson is no longer this person's to open. */
const REFUSED = ['42501', 'DENIED']

/** Whether the database refused because access was taken away. */
export function isRefusal(error: DataError): boolean {
  return REFUSED.includes(error.code)
}

/**
 * What a completion says that could not be saved (rules/learning#refusal): the server's message where it
 * answered, another sentence where something else went wrong. Lost access is told by the course.
 */
export function completionFailure(error: DataError): string {
  return error.status === undefined
    ? 'Failed to save completion. Check console for details.'
    : `Failed to save completion: ${error.message}`
}
