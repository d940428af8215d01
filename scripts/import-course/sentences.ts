import { toDataError } from '@rookies/data/errors'

export function noAnswer(origin: string): string {
  return `The server at ${origin} does not answer. Start it with npm start, or name another one with --url.`
}

export function notOurs(origin: string): string {
  return `What answers at ${origin} is not a server of this product.`
}

const SENTENCES: Record<string, (origin: string, message: string) => string> = {
  NETWORK: noAnswer,
  BUSY: (origin) =>
    `The server at ${origin} gave no proper answer. Import again in a moment: what is there already is not imported twice.`,
  MALFORMED: notOurs,
  PGRST202: (origin) =>
    `The server at ${origin} can't import courses: its database is older than this command. Apply its migrations.`,
  '42501': (_origin, message) => `The server refused: ${message}`,
  '23505': () =>
    'Another course took this slug in the same moment, so nothing was changed. Import again.',
  '23514': () => "The course holds something that can't be stored, so nothing was changed.",
  '57014': () =>
    'The import took longer than the server allows, so nothing was changed. Import a smaller folder.',
  user_banned: () => 'This account has been disabled. Please contact support.',
  email_not_confirmed: () => 'The email address of this account is not verified yet.',
  over_request_rate_limit: () => 'Too many attempts. Please wait a moment and try again.',
}

/** In: what was thrown and the server's address. Out: a sentence for people, never a stack trace. */
export function sentenceFor(thrown: unknown, origin: string): string {
  const { code, message } = toDataError(thrown)
  const known = SENTENCES[code]
  if (known !== undefined) return known(origin, message)
  if (code === 'GENERIC_ERROR')
    return `The import broke off: ${thrown instanceof Error ? thrown.message : message}`
  return `The server at ${origin} refused: ${message} (${code})`
}
