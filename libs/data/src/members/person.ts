import type { DataClient } from '../client'
import { DataError, unwrap } from '../errors'
import { type Answer, boolean, both, number, orNull, shape, string } from '../json'
import { parseMember } from './member-list'

export const parsePerson = both(
  parseMember,
  shape({
    /** Whether the email was confirmed. */
    verified: boolean,
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
