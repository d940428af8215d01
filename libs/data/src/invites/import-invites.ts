import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, both, listOf, number, orNull, shape, string } from '../json'
import { formatCount, formatList, formatPeople } from '../wording'
import { type InviteLine, roleLabelKey } from './read-invite-list'

/** Most lines of one check. */
export const MAX_INVITE_LINES = 2000

/** Lines of one piece; the database accepts at most 200. */
const PIECE = 100

/** The possible results of a line. */
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
  /** For how many days the invite is valid; left out for the usual time. */
  days?: number
  state: (typeof LINE_STATES)[number]
  /** Titles of the courses that the invite would open. */
  titles: string[]
  /** Slugs that no course has. */
  unknown: string[]
  /** The title of the cohort that the person joins; null for none. */
  joins: string | null
  /** How many seats that cohort has left, and how many people have an open invite to it; null without a limit. */
  seats: { left: number; invited: number } | null
}

/** The result of a line whose invite was created. */
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

/** Returns the text of a line's state. */
export function checkedLineText({
  state,
  role,
  unknown,
  cohort = '',
}: Pick<CheckedLine, 'state' | 'role' | 'unknown' | 'cohort'>): string {
  if (state === 'UNKNOWN_COURSE') return `${LINE_LABELS[state]}: ${formatList(unknown)}`
  if (state === 'UNKNOWN_ROLE') return `${LINE_LABELS[state]}: ${role.toLowerCase()}`
  if (state === 'UNKNOWN_COHORT') return `${LINE_LABELS[state]}: ${cohort}`
  return LINE_LABELS[state]
}

/** The lines that change something: those that get an invite, and members who join a cohort. */
export const isReady = ({ state }: Pick<CheckedLine, 'state'>): boolean =>
  state === 'VALID' || state === 'JOINS'

/** Whether a line got an invite, or its person joined a cohort. */
export const isDone = ({ state }: Pick<CheckedLine, 'state'>): boolean =>
  state === 'CREATED' || state === 'JOINED'

/**
 * Returns what the seats of a list's cohorts mean for it, one sentence for each cohort that is too small. A list is
 * `blocked` if more members would join at once than seats are left. Invites hold no seat: who accepts first gets one.
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

/** Replaces what a role column says by the roles that a person chose for it; `chosen` has the texts as `roleLabelKey` has them. */
export function withRoles(
  lines: readonly InviteLine[],
  chosen: Readonly<Record<string, string>>,
): InviteLine[] {
  return lines.map((line) => ({ ...line, role: chosen[roleLabelKey(line.role)] || line.role }))
}

/** Fills in the role, the courses and the cohort chosen for the whole list in lines that name none. */
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

/** The index of a piece's first line. */
export type ImportCursor = number

/**
 * Checks the lines of one piece again and creates their invites. A repeated call with the same operation returns the
 * same result and creates nothing more. Returns the results of the lines and the next cursor, or null at the end.
 * Throws DataError like `checkInvites`.
 */
export async function createInvites(
  client: Pick<DataClient, 'rpc'>,
  operationId: string,
  lines: readonly InviteLine[],
  from: ImportCursor,
): Promise<{ made: CreatedLine[]; next: ImportCursor | null }> {
  const piece = lines.slice(from, from + PIECE)
  const answer = await client.rpc('create_invites', {
    operation_id: operationId,
    piece: from / PIECE,
    lines: piece.map(wireLine),
  })
  const made = parseCreatedLines(unwrap(answer)).map(({ id, token, ...verdict }) => ({
    ...checkedLine(verdict, piece),
    id,
    token,
  }))
  return { made, next: from + PIECE < lines.length ? from + PIECE : null }
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
    titles: courses,
    ...(said?.name && { name: said.name }),
    ...(said?.days && { days: said.days }),
    joins: cohort,
  }
}
