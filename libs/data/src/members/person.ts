import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { type Answer, among, boolean, both, number, orNull, shape, string } from '../json'
import { memberSince } from '../time/moment-text'
import { parseMember } from './member-list'

const parseMailEnd = shape({ reason: among(['BOUNCED', 'COMPLAINED']), at: string })
/** Why and since when no mail is sent to an email (rules/due-work#ended-mail). */
export type MailEnd = Answer<typeof parseMailEnd>

export const parsePerson = both(
  parseMember,
  shape({
    /** Whether the email was confirmed. */
    verified: boolean,
    /** Null if mail is sent to the person. */
    mail_ended: orNull(parseMailEnd),
    /** Null if there is none or the caller may not read it. */
    phone: orNull(string),
    /** The number of confirmed second factors; null for callers who may not reset them. */
    factors: orNull(number),
    /** When the person was last active in a course, as an ISO date; null if never. */
    last_at: orNull(string),
    /** The number of the person's records of each kind; null if the caller may not read them. */
    counts: shape({
      purchases: orNull(number),
      invites: number,
      communities: orNull(number),
      sessions: orNull(number),
    }),
  }),
)
/** A person with all facts of the person's page (rules/members#person-page). Dates are ISO. */
export type PersonDetails = Answer<typeof parsePerson>

/** Reads the facts about a person; null if the account does not exist. Fails with a DataError, `42501`. */
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
/** Returns a text for staff about mail that is no longer sent. */
export function mailEndText({ reason, at }: MailEnd): string {
  const what = reason === 'BOUNCED' ? 'bounced' : 'was reported as spam'
  return `Mail ${what} on ${memberSince(at)}, so no mail is sent.`
}
