import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, both, listOf, orNull, shape, string } from '../json'
import { BEHIND_REASONS, type Behind, type BehindFact, parseBehind } from '../library/behind'
import { dayInWords } from '../time/agreed-text'
import { formatCount, formatList, formatNumber } from '../wording'

type Caller = Pick<DataClient, 'rpc'>

/**
 * Returns a sentence about why a person has fallen behind, with the facts: `Silent for 9 days, since Mon 9 Nov. Usually
 * there every 2 days.` At most the latest three facts are named.
 */
export function behindReasonText({ reason, days, usual, since, facts }: Behind): string {
  const span = `${formatCount(days, 'day')}, since ${dayInWords(since)}`
  const latest = facts.slice(-MAX_NAMED)
  const named = (say: (fact: BehindFact) => string) => formatList(latest.map(say))
  switch (reason) {
    case 'NOT_STARTED':
      return `Nothing completed in ${span}, their first day.`
    case 'SILENT': {
      const rhythm = usual === 1 ? 'day' : `${formatNumber(usual ?? 0)} days`
      return `Silent for ${span}. Usually there every ${rhythm}.`
    }
    case 'MISSED_DUES': {
      const rest = facts.length > MAX_NAMED ? ', the latest' : ''
      return `${formatCount(facts.length, 'due date')} missed${rest}: ${named(({ title, on }) => `“${title}” on ${dayInWords(on)}`)}.`
    }
    case 'RETURNED_TWICE': {
      const say = ({ title, on, times }: BehindFact) =>
        `“${title}” ${times === 2 ? 'twice' : formatCount(times ?? 0, 'time')}, last on ${dayInWords(on)}`
      return `Came back without another round: ${named(say)}.`
    }
    case 'NOT_ANSWERED':
      return `Waits for an answer: ${named(({ title, on }) => `“${title}”, since ${dayInWords(on)}`)}.`
  }
}

const MAX_NAMED = 3

const parsePerson = both(parseBehind, shape({ id: string, name: orNull(string), email: string }))
/** A person who has fallen behind. */
export type PersonBehind = Answer<typeof parsePerson>

export const parseCohortBehind = listOf(parsePerson)

/**
 * Reads who has fallen behind in a cohort, the person who has been behind longest first. Fails with a DataError:
 * `42501`, `PT404`.
 */
export async function readCohortBehind(
  client: Caller,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<PersonBehind[]> {
  const call = client.rpc('cohort_behind', { cohort_id: id }, { get: true })
  return parseCohortBehind(unwrap(await call.abortSignal(signal)))
}

/** The maximum length of a note, in characters. */
export const NOTE_LENGTH = 500

/** A person whom staff mark as no longer behind, with a note. */
export interface Clearing {
  cohortId: string
  personId: string
  reason: Behind['reason']
  note: string
}

/**
 * Marks a person as no longer behind. The mark ends when there are new facts, or when the person was active and falls
 * behind again. Repeating the call changes nothing. Throws DataError: `42501`, `PT404`.
 */
export async function clearBehind(
  client: Caller,
  { cohortId, personId, reason, note }: Clearing,
): Promise<void> {
  const args = { cohort_id: cohortId, user_id: personId, reason, note: note.trim() }
  unwrap(await client.rpc('clear_behind', args))
}

export const parseCleared = shape({
  reason: among(BEHIND_REASONS),
  note: string,
  at: string,
  /**
   * The name of the author; for administrators, the email of a person without a name. Null if the account was deleted.
   */
  by: orNull(string),
})
/** A note with which staff marked a person as no longer behind. The moment is an ISO date. */
export type Cleared = Answer<typeof parseCleared>
