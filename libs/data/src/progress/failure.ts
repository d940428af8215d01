import { courseMessages } from '../courses/messages'
import type { DataError } from '../errors'
import { LOGIN_TO_TRACK } from './commands'

/** Refused by the database: the lesson is no longer this person's to open. */
const REFUSED = ['42501', 'DENIED']

/** Whether the database refused because access was taken away. */
export function isRefusal(error: DataError): boolean {
  return REFUSED.includes(error.code)
}

/**
 * What a completion that could not be saved says (product §8): the server's message where it
 * answered, another sentence where nothing came back, and plain words where access was taken away.
 */
export function completionFailure(error: DataError): string {
  if (error.code === 'NO_SESSION') return LOGIN_TO_TRACK
  if (isRefusal(error)) return courseMessages.lessonDenied
  return error.status === undefined
    ? 'Failed to save completion. Check console for details.'
    : `Failed to save completion: ${error.message}`
}
