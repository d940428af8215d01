import { type DataError, DEFAULT_ERROR_MESSAGE } from './errors'

/** A toast: the title above, the sentence below; a toast of one line has no title. */
export interface Toast {
  title?: string
  text: string
}

/** A toast that says what failed (rules/interface#messages). */
export const failure = (text: string): Toast => ({ title: 'Error', text })

/** Instead of what failed, when it failed because the session is over. */
export const NOT_AUTHENTICATED = failure('Not authenticated')

/** What the server said of a failure, where it said anything for people to read. */
export function serverMessage({ hint, message }: DataError): string | null {
  // Refusals of our own are sentences; Postgres writes for developers.
  return hint === undefined || message === DEFAULT_ERROR_MESSAGE ? null : message
}

/** A failure, told by what the server said of it, else by the text for it. */
export function failureToast(toast: Toast, error: DataError): Toast {
  const sentence = serverMessage(error)
  return sentence === null ? toast : failure(sentence)
}
