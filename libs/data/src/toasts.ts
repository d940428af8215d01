import { type DataError, DEFAULT_ERROR_MESSAGE } from './errors'

/** A toast with a title and a sentence; a toast of one line has no title. */
export interface Toast {
  title?: string
  text: string
}

/** Creates a toast that says what failed (rules/interface#messages). */
export const failure = (text: string): Toast => ({ title: 'Error', text })

/** Replaces the message of a failure if the session is over. */
export const NOT_AUTHENTICATED = failure('Not authenticated')

/** Returns the server's message about a failure, if it is meant for people. */
export function serverMessage({ hint, message }: DataError): string | null {
  // Our own refusals are sentences; PostgreSQL's messages are for developers.
  return hint === undefined || message === DEFAULT_ERROR_MESSAGE ? null : message
}

/** Returns the toast of a failure with the server's message, or else the given text. */
export function failureToast(toast: Toast, error: DataError): Toast {
  const sentence = serverMessage(error)
  return sentence === null ? toast : failure(sentence)
}
