import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, unwrap } from '../errors'
import { boolean, number, numberOrNull, object, oneOf, string, stringOrNull } from '../json'
import { memberSince } from '../time/moment-text'
import { type Member, parseMember } from './member-list'

/** How many of each the person has; null if the caller may not read them. */
export interface PersonCounts {
  purchases: number | null
  invites: number
  communities: number | null
  sessions: number | null
}

const MAIL_ENDS = ['BOUNCED', 'COMPLAINED'] as const

/** Why and since when the product sends no mail to an email (rules/due-work#ended-mail). */
export interface MailEnd {
  reason: (typeof MAIL_ENDS)[number]
  at: string
}

/** A person on their own page (rules/members#person-page); dates are ISO. */
export interface PersonDetails extends Member {
  /** Whether the email was confirmed. */
  verified: boolean
  /** Null while mail is sent to their email. */
  mail_ended: MailEnd | null
  /** Null for none, and for callers who may not read it. */
  phone: string | null
  /** Number of verified second factors; null for callers who may not reset them. */
  factors: number | null
  /** When the person last learned; null for never. */
  last_at: string | null
  counts: PersonCounts
}

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

function parsePerson(json: Json): PersonDetails {
  const row = object(json)
  const counts = object(row.counts)
  return {
    ...parseMember(json),
    verified: boolean(row.verified),
    mail_ended: row.mail_ended ? parseMailEnd(row.mail_ended) : null,
    phone: stringOrNull(row.phone),
    factors: numberOrNull(row.factors),
    last_at: stringOrNull(row.last_at),
    counts: {
      purchases: numberOrNull(counts.purchases),
      invites: number(counts.invites),
      communities: numberOrNull(counts.communities),
      sessions: numberOrNull(counts.sessions),
    },
  }
}

function parseMailEnd(json: Json): MailEnd {
  const { reason, at } = object(json)
  return { reason: oneOf(MAIL_ENDS, reason), at: string(at) }
}

/** Returns what staff read about mail that has ended. */
export function mailEndSentence({ reason, at }: MailEnd): string {
  const what = reason === 'BOUNCED' ? 'bounced' : 'was reported as spam'
  return `Mail ${what} on ${memberSince(at)}, so no mail is sent.`
}
