import type { DataError } from '../errors'
import type { CompletionChange } from './outbox/change'

/** Refused by the database: the lesson is no longer this person's to open. */
const REFUSED = ['42501', 'DENIED']

/** Whether the database refused because access was taken away. */
export function isRefusal(error: DataError): boolean {
  return REFUSED.includes(error.code)
}

/** Whether a completion is lost because access was gone before it arrived: its message says why. */
export function isLost(error: DataError): boolean {
  return error.code === 'PT403'
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

/** What the person reads of a completion that is lost: which it was, and why. */
export function lostCompletion({ title }: CompletionChange, error: DataError): string {
  return `${title === undefined ? 'A lesson' : `“${title}”`} was not saved as complete. ${error.message}`
}
