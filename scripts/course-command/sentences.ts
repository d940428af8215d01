import { toDataError } from '@rookies/data/errors'
import type { CommandTexts, Sentences } from './command-messages'

export function noAnswer(origin: string): string {
  return `The server at ${origin} does not answer. Start it with npm start, or name another one with --url.`
}

export function notOurs(origin: string): string {
  return `The server at ${origin} is not a Rookies server.`
}

const MESSAGES: Sentences = {
  NETWORK: noAnswer,
  MALFORMED: notOurs,
  '42501': (_origin, message) => `The server refused: ${message}`,
  user_banned: () => 'This account has been disabled. Please contact support.',
  email_not_confirmed: () => 'The email address of this account is not verified yet.',
  over_request_rate_limit: () => 'Too many attempts. Please wait a moment and try again.',
}

/** Returns a sentence about an error that people can understand, never a stack trace. */
export function sentenceFor(
  thrown: unknown,
  origin: string,
  { doing, sentences }: CommandTexts,
): string {
  const { code, message } = toDataError(thrown)
  const known = sentences[code] ?? MESSAGES[code]
  if (known !== undefined) return known(origin, message)
  if (code === 'PGRST202') {
    return `The server at ${origin} can't ${doing} courses: its database is older than this command. Apply its migrations.`
  }
  if (code === 'GENERIC_ERROR')
    return `The ${doing} failed: ${thrown instanceof Error ? thrown.message : message}`
  return `The server at ${origin} refused: ${message} (${code})`
}
