import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, both, listOf, number, orNull, shape, string } from '../json'
import { formatCount, formatList, formatPeople } from '../wording'
import { type InviteLine, roleLabelKey } from './read-invite-list'

/** The maximum number of lines in one check. */
export const MAX_INVITE_LINES = 2000

/** The number of lines in one request that creates invites; the database accepts at most 200. */
const PART_LINES = 100

/** The possible results of checking or creating a line. */
const LINE_STATES = [
  'VALID',
  'CREATED',
  'INVALID',
  'DOUBLED',
  'UNKNOWN_ROLE',
  'ROLE_DENIED',
  'UNKNOWN_COURSE',
  'UNKNOWN_COHORT',
  'MEMBER',
  'JOINS',
  'JOINED',
  'IN_COHORT',
  'INVITED',
] as const
/** A line with the result of its check. */
export interface CheckedLine extends InviteLine {
  /** The number of days for which the invite is valid; missing for the default. */
  days?: number
  state: (typeof LINE_STATES)[number]
  /** The titles of the courses that the invite will open. */
  titles: string[]
  /** The slugs for which there is no course. */
  unknown: string[]
  /** The title of the cohort that the person joins; null for none. */
  joins: string | null
  /**
   * The number of free seats of that cohort, and of people with an open invite to it; null if seats are not limited.
   */
  seats: { left: number; invited: number } | null
}

/** A line after its invite was created. */
export interface CreatedLine extends CheckedLine {
  id: string | null
  token: string | null
}

const LINE_LABELS: Record<CheckedLine['state'], string> = {
  VALID: 'Ready',
  CREATED: 'Invited',
  INVALID: 'Not an email',
  DOUBLED: 'Listed twice',
  UNKNOWN_ROLE: 'Unknown role',
  ROLE_DENIED: "You can't give this role",
  UNKNOWN_COURSE: 'Unknown course',
  UNKNOWN_COHORT: 'Unknown cohort',
  MEMBER: 'Already a member',
  JOINS: 'A member, joins at once',
  JOINED: 'Joined',
  IN_COHORT: 'Already in the cohort',
  INVITED: 'Already invited',
}

/** Returns the text about the result of a line. */
export function checkedLineText({
  state,
  role,
  unknown,
  cohort = '',
  inRoster,
}: Pick<CheckedLine, 'state' | 'role' | 'unknown' | 'cohort' | 'inRoster'>): string {
  if (state === 'INVALID' && inRoster) return 'Needs an email'
  if (state === 'UNKNOWN_COURSE') return `${LINE_LABELS[state]}: ${formatList(unknown)}`
  if (state === 'UNKNOWN_ROLE') return `${LINE_LABELS[state]}: ${role.toLowerCase()}`
  if (state === 'UNKNOWN_COHORT') return `${LINE_LABELS[state]}: ${cohort}`
  return LINE_LABELS[state]
}

/** Returns whether a line changes something: an invite is created, or a member joins a cohort. */
export const isReady = ({ state }: Pick<CheckedLine, 'state'>): boolean =>
  state === 'VALID' || state === 'JOINS'

/** Returns whether the invite of a line was created, or its person has joined a cohort. */
export const isDone = ({ state }: Pick<CheckedLine, 'state'>): boolean =>
  state === 'CREATED' || state === 'JOINED'

/**
 * Returns one sentence for each cohort that is too small for the list. It is `blocked` if more members would join at
 * once than seats are free. Invites reserve no seat: the first people to accept get them.
 */
export function seatNotices(
  lines: readonly Pick<CheckedLine, 'state' | 'joins' | 'seats'>[],
): { blocked: boolean; text: string }[] {
  const ready = lines.filter(isReady)
  const cohorts = [...new Set(ready.map(({ joins }) => joins))]
  return cohorts.flatMap((cohort) => {
    const group = ready.filter(({ joins }) => joins === cohort)
    const notice = seatNotice(cohort, group)
    return notice ? [notice] : []
  })
}

function seatNotice(
  cohort: string | null,
  group: readonly Pick<CheckedLine, 'state' | 'seats'>[],
): { blocked: boolean; text: string } | null {
  const seats = group[0]?.seats
  if (!seats || cohort === null) return null
  const { left, invited } = seats
  const joining = group.filter(({ state }) => state === 'JOINS').length
  const leftOver = `${formatCount(left, 'seat is', 'seats are')} left`
  if (joining > left) {
    return {
      blocked: true,
      text: `${formatPeople(joining)} would join ${cohort} at once, and ${leftOver}. Give the cohort more seats, or shorten the list.`,
    }
  }
  if (group.length + invited <= left) return null
  const earlier = invited > 0 ? ` ${formatPeople(invited)} invited earlier can still accept.` : ''
  return {
    blocked: false,
    text: `This list has ${formatPeople(group.length)} for ${cohort}, and ${leftOver}.${earlier} Invites hold no seat: those who accept first get one.`,
  }
}

/**
 * Replaces texts of the role column by the roles that a person chose for them. The keys of `chosen` have the form of
 * `roleLabelKey`.
 */
export function withRoles(
  lines: readonly InviteLine[],
  chosen: Readonly<Record<string, string>>,
): InviteLine[] {
  return lines.map((line) => ({ ...line, role: chosen[roleLabelKey(line.role)] || line.role }))
}

/** Gives each line that names no role, courses or cohort those that were chosen for the whole list. */
export function withDefaults(
  lines: readonly InviteLine[],
  chosen: {
    role: string
    courses: readonly string[]
    cohort?: string | null
    days?: number | null
  },
): (InviteLine & { days?: number })[] {
  return lines.map(({ cohort = chosen.cohort, ...line }) => ({
    ...line,
    ...(cohort && { cohort }),
    ...(chosen.days && { days: chosen.days }),
    role: line.role || chosen.role,
    courses: line.courses.length > 0 ? line.courses : [...chosen.courses],
  }))
}

const parseVerdict = shape({
  /** The number of the line, from 1. */
  line: number,
  email: string,
  role: string,
  state: among(LINE_STATES),
  courses: listOf(string),
  unknown: listOf(string),
  cohort: orNull(string),
  seats: orNull(shape({ left: number, invited: number })),
})
export const parseCheckedLines = listOf(parseVerdict)
export const parseCreatedLines = listOf(
  both(parseVerdict, shape({ id: orNull(string), token: orNull(string) })),
)

/**
 * Checks all lines in one call without changing anything. Throws DataError: `42501`, `PT422` for no lines and for more
 * than `MAX_INVITE_LINES`.
 */
export async function checkInvites(
  client: Pick<DataClient, 'rpc'>,
  lines: readonly InviteLine[],
): Promise<CheckedLine[]> {
  const answer = unwrap(await client.rpc('check_invites', { lines: lines.map(wireLine) }))
  return parseCheckedLines(answer).map((verdict) => checkedLine(verdict, lines))
}

/** The index of the first line of the next part. */
export type ImportCursor = number

/**
 * Creates the invites of one part of the lines after checking them again. Repeating the call with the same operation id
 * returns the same result and creates nothing more. Returns the results of the lines and the next cursor, which is null
 * after the last part. Throws DataError like `checkInvites`.
 */
export async function createInvites(
  client: Pick<DataClient, 'rpc'>,
  operationId: string,
  lines: readonly InviteLine[],
  from: ImportCursor,
): Promise<{ made: CreatedLine[]; next: ImportCursor | null }> {
  const piece = lines.slice(from, from + PART_LINES)
  const answer = await client.rpc('create_invites', {
    operation_id: operationId,
    piece: from / PART_LINES,
    lines: piece.map(wireLine),
  })
  const made = parseCreatedLines(unwrap(answer)).map(({ id, token, ...verdict }) => ({
    ...checkedLine(verdict, piece),
    id,
    token,
  }))
  return { made, next: from + PART_LINES < lines.length ? from + PART_LINES : null }
}

const wireLine = ({
  email,
  role,
  courses,
  cohort,
  name,
  days,
}: InviteLine & { days?: number }) => ({
  email,
  role,
  courses,
  ...(cohort && { cohort }),
  ...(name && { name }),
  ...(days && { days }),
})

function checkedLine(
  { line, courses, cohort, ...verdict }: Answer<typeof parseVerdict>,
  lines: readonly (InviteLine & { days?: number })[],
): CheckedLine {
  const said = lines[line - 1]
  return {
    ...verdict,
    at: said?.at ?? line,
    courses: said?.courses ?? [],
    ...(said?.cohort && { cohort: said.cohort }),
    ...(said?.others && { others: said.others }),
    ...(said?.inRoster && { inRoster: said.inRoster }),
    titles: courses,
    ...(said?.name && { name: said.name }),
    ...(said?.days && { days: said.days }),
    joins: cohort,
  }
}
