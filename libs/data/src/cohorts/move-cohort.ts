import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, or, orNull, shape, string } from '../json'
import { dayInWords } from '../time/agreed-text'
import { todayIn } from '../time/local-time'
import { formatCount, formatList, formatNumber, formatPeople } from '../wording'
import type { Cohort } from './cohort-list'

type Caller = Pick<DataClient, 'rpc'>

export const parseCohortMove = shape({
  /** The number of openings that move. `past` ones have already happened and stay. */
  moves: number,
  stays: number,
  /** The same numbers for due dates. */
  dues_move: number,
  dues_stay: number,
  /** Whether the cohort has begun, so that its first day stays. */
  begun: boolean,
  starts_on: string,
  ends_on: string,
  access_ends_on: orNull(string),
  people: number,
  /** The names of the first five people; only in a preview. */
  names: or(listOf(string), []),
  /** The first five openings and due dates that move, as days in the cohort's zone; only in a preview. */
  changes: or(
    listOf(shape({ kind: among(['OPENING', 'DUE']), title: string, from: string, to: string })),
    [],
  ),
})
/** The effect of moving a cohort (rules/cohorts#moving). Days are in the cohort's zone. */
export type CohortMove = Answer<typeof parseCohortMove>

/** Returns the effect of moving a cohort by some days, without moving it. Throws like `moveCohort`. */
export function previewMove(
  client: Caller,
  asked: { id: string; days: number },
  signal: AbortSignal,
): Promise<CohortMove> {
  return call(client, asked, { dry_run: true }, signal)
}

/**
 * Moves a cohort by some days. Repeating the call with the same operation id changes nothing more. Throws DataError:
 * `42501`, `PT404`, and `PT422` with hint `days`.
 */
export function moveCohort(
  client: Caller,
  { operationId, ...moved }: { id: string; days: number; operationId: string },
): Promise<CohortMove> {
  return call(client, moved, { dry_run: false, operation_id: operationId })
}

async function call(
  client: Caller,
  { id, days }: { id: string; days: number },
  how: { dry_run: boolean; operation_id?: string },
  signal?: AbortSignal,
): Promise<CohortMove> {
  const asked = client.rpc('move_cohort', { cohort_id: id, days, ...how })
  return parseCohortMove(unwrap(await (signal ? asked.abortSignal(signal) : asked)))
}

/**
 * Returns whether a cohort has begun, so that a move keeps its first day. Drafts and archived cohorts can have begun
 * too.
 */
export function hasBegun({
  starts_on,
  time_zone,
}: Pick<Cohort, 'starts_on' | 'time_zone'>): boolean {
  return todayIn(time_zone) >= starts_on
}

/** Returns sentences about the effect of a move. */
export function moveSentences(move: CohortMove): string[] {
  const { moves, stays, dues_move, dues_stay, begun, starts_on, ends_on, access_ends_on } = move
  const dues = dues_move + dues_stay > 0
  const stay = stays + dues_stay
  const moving = [
    moves + stays > 0 ? formatCount(moves, 'opening') : '',
    dues ? formatCount(dues_move, 'due date') : '',
  ].filter(Boolean)
  const isOne = moving.length === 1 && moves + dues_move === 1
  const openings =
    moving.length === 0
      ? 'Nothing has an opening of its own.'
      : `${formatList(moving)} ${isOne ? 'moves' : 'move'}${
          stay > 0
            ? `, ${formatNumber(stay)} ${stay === 1 ? 'lies' : 'lie'} in the past and ${stay === 1 ? 'stays' : 'stay'}`
            : ''
        }.`
  return [
    openings,
    begun
      ? `The cohort has begun, so its first day stays: ${dayInWords(starts_on, true)}.`
      : `The first day will be ${dayInWords(starts_on, true)}.`,
    `The last day will be ${dayInWords(ends_on, true)}${
      access_ends_on ? `, and access will end on ${dayInWords(access_ends_on, true)}` : ''
    }.`,
    concerns(move),
  ]
}

function concerns({ people, names }: CohortMove): string {
  if (people === 0) return 'Nobody is in it yet.'
  if (names.length === 0) return `This concerns ${formatPeople(people)}.`
  const others = people - names.length
  return `This concerns ${formatList(others > 0 ? [...names, formatCount(others, 'other')] : names)}.`
}

/** Returns a sentence for each of the first openings and due dates that move, with the day before and after. */
export function changeSentences({ changes, moves, dues_move }: CohortMove): string[] {
  const told = changes.map(
    ({ kind, title, from, to }) =>
      `${title} ${kind === 'DUE' ? 'will be due' : 'will open'} on ${dayInWords(to)} instead of ${dayInWords(from)}.`,
  )
  const others = moves + dues_move - changes.length
  return changes.length > 0 && others > 0 ? [...told, `And ${formatCount(others, 'other')}.`] : told
}
