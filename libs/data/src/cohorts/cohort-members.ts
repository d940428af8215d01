import type { DataClient } from '../client'
import { COHORT_MEMBER_STATE, type Enums } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, number, or, orNull, shape, string } from '../json'
import { choice, defineList, matching, pageOf, typed } from '../lists/define-list'
import { formatCount } from '../wording'

type Caller = Pick<DataClient, 'rpc'>

export type CohortMemberState = Enums<'cohort_member_state'>
export const COHORT_MEMBER_STATES: readonly CohortMemberState[] = COHORT_MEMBER_STATE

export const parseMembership = shape({
  state: among(COHORT_MEMBER_STATES),
  /** The number of days by which everything comes later for this person (rules/cohorts#shift). */
  shift_days: number,
  /** Whether everything is open to this person, whatever the schedule says. */
  open_all: boolean,
})
/** The membership of a person in a cohort (rules/cohorts#people). */
export type Membership = Answer<typeof parseMembership>

const parseMember = both(
  parseMembership,
  shape({
    id: string,
    name: orNull(string),
    /** Empty for a person who has left, if the caller may not see the person elsewhere (rules/cohorts#left). */
    email: or(string, ''),
    joined_at: string,
    left_at: orNull(string),
    /** Whether staff have removed the person (rules/cohorts#removed). */
    removed_by_staff: boolean,
    /** The day on which the pause began, in the cohort's zone. */
    paused_on: orNull(string),
    /**
     * The number of completed lessons in the cohort's courses, null if the email is empty; and the number of all
     * lessons.
     */
    completed: orNull(number),
    lessons: number,
    last_at: orNull(string),
  }),
)
/** A person of a cohort; moments are ISO dates. */
export type CohortMember = Answer<typeof parseMember>

/** The list of a cohort's people. People who have left are listed only with the filter for this state. */
export const COHORT_MEMBER_LIST = defineList({
  resource: 'cohort_members',
  calls: 'cohort_member_list',
  pageSize: 100,
  filters: {
    q: typed((query) => ({ query })),
    state: choice(COHORT_MEMBER_STATES, (state) => ({ state })),
  },
  permanent: { cohort_id: matching(/./, (cohort_id) => ({ cohort_id })) },
  orders: {
    name: { field: 'name', order: 'asc' },
    '-name': { field: 'name', order: 'desc' },
    joined: { field: 'joined_at', order: 'desc' },
    '-joined': { field: 'joined_at', order: 'asc' },
  },
  exported: { list: 'cohort_members' },
  parse: pageOf('people', parseMember),
})

export const parseAddedPeople = shape({ added: number, people: number })

/**
 * Adds people to a cohort, also people who left it. Returns how many were added. Throws DataError: `42501`, `PT404`,
 * `PT409`, `PT422`.
 */
export async function addCohortPeople(
  client: Caller,
  cohortId: string,
  people: readonly string[],
): Promise<Answer<typeof parseAddedPeople>> {
  const args = { cohort_id: cohortId, people: [...people] }
  return parseAddedPeople(unwrap(await client.rpc('add_cohort_people', args)))
}

/** The actions on the people of a cohort, with the states in which each is possible (rules/cohorts#people). */
const POSSIBLE = {
  pause: ['ACTIVE'],
  resume: ['PAUSED'],
  graduate: ['ACTIVE', 'PAUSED'],
  return: ['GRADUATED', 'LEFT'],
  leave: ['ACTIVE', 'PAUSED', 'GRADUATED'],
  shift: ['ACTIVE', 'PAUSED', 'GRADUATED'],
  open: ['ACTIVE', 'PAUSED', 'GRADUATED'],
  close: ['ACTIVE', 'PAUSED', 'GRADUATED'],
} as const satisfies Record<string, readonly CohortMemberState[]>

export type PeopleAct = keyof typeof POSSIBLE
export const PEOPLE_ACTS = Object.keys(POSSIBLE) as PeopleAct[]

/** Returns whether an action would change this person's membership. */
export function isPossible(act: PeopleAct, { state, open_all }: Membership): boolean {
  const states: readonly CohortMemberState[] = POSSIBLE[act]
  return states.includes(state) && (act !== 'open' || !open_all) && (act !== 'close' || open_all)
}

/** An action on people of a cohort. With the same operation id it is done only once. */
export interface PeopleChange {
  cohortId: string
  people: readonly string[]
  act: PeopleAct
  /** For a shift: the number of days by which everything comes later. */
  days?: number
  operationId: string
}

export const parseChangedPeople = shape({ changed: number })

/**
 * Carries out an action, and returns how many people it changed. Throws DataError: `42501`, `PT404`, `PT409`, `PT422`.
 */
export async function changeCohortPeople(
  client: Caller,
  { cohortId, people, act, days = 0, operationId }: PeopleChange,
): Promise<Answer<typeof parseChangedPeople>> {
  const args = {
    cohort_id: cohortId,
    people: [...people],
    act,
    days,
    operation_id: operationId,
  }
  return parseChangedPeople(unwrap(await client.rpc('change_cohort_people', args)))
}

/** Formats a shift: `7 days later`; an empty text for none. */
export function shiftText(days: number): string {
  if (days === 0) return ''
  return `${formatCount(Math.abs(days), 'day')} ${days > 0 ? 'later' : 'earlier'}`
}

/** Returns a sentence about an action that was carried out. `who` is a name, or a number of people. */
export function doneText(act: PeopleAct, who: string, days = 0): string {
  switch (act) {
    case 'pause':
      return `${who} paused`
    case 'resume':
      return `${who} resumed`
    case 'graduate':
      return `${who} graduated`
    case 'return':
      return `${who} returned to the cohort`
    case 'leave':
      return `${who} left the cohort`
    case 'shift':
      return `Everything comes ${shiftText(days)} for ${who}`
    case 'open':
      return `Everything is open for ${who}`
    case 'close':
      return `The schedule counts again for ${who}`
  }
}

/** Returns a sentence about the effect of an action on the people. */
export function actMeaning(act: PeopleAct): string {
  switch (act) {
    case 'pause':
      return 'What is open stays open, and nothing more opens. Once they resume, the days of the pause are added to their shift.'
    case 'resume':
      return 'Their schedule goes on today, later by the days of the pause.'
    case 'graduate':
      return 'They keep what they can open until access ends.'
    case 'return':
      return 'They are active in the cohort again, take a seat, and can open its courses.'
    case 'leave':
      return 'They lose the access that this cohort gives, at once, and leave its community. Their progress stays, and so does access that they have otherwise.'
    case 'shift':
      return 'Everything opens and ends that many days later for them, or earlier if the number is negative.'
    case 'open':
      return 'They can open every lesson at once, whatever the schedule says.'
    case 'close':
      return 'Lessons open by the schedule again. What they completed stays open.'
  }
}
