import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { type Answer, among, boolean, both, number, orNull, shape, string } from '../json'
import { memberSince } from '../time/moment-text'
import { parseMember } from './member-list'

const parseMailEnd = shape({ reason: among(['BOUNCED', 'COMPLAINED']), at: string })
/** Why and since when the product sends no mail to an email (rules/due-work#ended-mail). */
export type MailEnd = Answer<typeof parseMailEnd>

export const parsePerson = both(
  parseMember,
  shape({
    /** Whether the email was confirmed. */
    verified: boolean,
    /** Null while mail is sent to their email. */
    mail_ended: orNull(parseMailEnd),
    /** Null for none, and for callers who may not read it. */
    phone: orNull(string),
    /** Number of verified second factors; null for callers who may not reset them. */
    factors: orNull(number),
    /** When the person last learned; null for never. */
    last_at: orNull(string),
    /** How many of each the person has; null if the caller may not read them. */
    counts: shape({
      purchases: orNull(number),
      invites: number,
      communities: orNull(number),
      sessions: orNull(number),
    }),
  }),
)
/** A person on their own page (rules/members#person-page); dates are ISO. */
export type PersonDetails = Answer<typeof parsePerson>

/** Reads the facts and counts of one person; null if there is no such account. Fails with a DataError, `42501`. */
export async function readPerson(
  client: Pick<DataClient, 'rpc'>,
  id: string,
  signal: AbortSignal,
): Promise<PersonDetails | null> {
  try {
    const call = client.rpc('person', { user_id: id }, { get: true })
    return parsePerson(unwrap(await call.abortSignal(signal)))
  } catch (cause) {
    if (cause instanceof DataError && cause.hint === 'NO_PERSON') return null
    throw cause
  }
}
/** Returns what staff read about mail that has ended. */
export function mailEndText({ reason, at }: MailEnd): string {
  const what = reason === 'BOUNCED' ? 'bounced' : 'was reported as spam'
  return `Mail ${what} on ${memberSince(at)}, so no mail is sent.`
}
