import { type DataError, DEFAULT_ERROR_MESSAGE } from './errors'

/** A toast with a title and a sentence; a toast of one line has no title. */
export interface Toast {
  title?: string
  text: string
}

/** Creates a toast for a failure (rules/interface#messages). */
export const failure = (text: string): Toast => ({ title: 'Error', text })

/** Shown instead of a failure if the session has ended. */
export const NOT_AUTHENTICATED = failure('Not authenticated')

/** Returns the server's message about a failure if it is written for people; otherwise null. */
export function serverMessage({ hint, message }: DataError): string | null {
  // Only refusals by our own SQL have a hint (also an empty one). PostgreSQL's own messages are written for developers.
  return hint === undefined || message === DEFAULT_ERROR_MESSAGE ? null : message
}

/** Returns the toast for a failure, with the server's message if it is written for people. */
export function failureToast(toast: Toast, error: DataError): Toast {
  const sentence = serverMessage(error)
  return sentence === null ? toast : failure(sentence)
}
