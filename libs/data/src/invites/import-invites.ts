import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { formatList } from '../wording'
import { type InviteLine, roleWord } from './read-invite-list'

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
export type LineState = (typeof LINE_STATES)[number]

/** A line with the result of its check. */
export interface CheckedLine extends InviteLine {
  state: LineState
  /** Titles of the courses that the invite would open. */
  titles: string[]
  /** Slugs that no course has. */
  unknown: string[]
  /** The title of the cohort that the person joins; null for none. */
  joins: string | null
}

/** The result of a line whose invite was created. */
export interface CreatedLine extends CheckedLine {
  id: string | null
  token: string | null
}

const LINE_TEXTS: Record<LineState, string> = {
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
  if (state === 'UNKNOWN_COURSE') return `${LINE_TEXTS[state]}: ${formatList(unknown)}`
  if (state === 'UNKNOWN_ROLE') return `${LINE_TEXTS[state]}: ${role.toLowerCase()}`
  if (state === 'UNKNOWN_COHORT') return `${LINE_TEXTS[state]}: ${cohort}`
  return LINE_TEXTS[state]
}

/** The lines that change something: those that get an invite, and members who join a cohort. */
export const isReady = ({ state }: Pick<CheckedLine, 'state'>): boolean =>
  state === 'VALID' || state === 'JOINS'

/** Whether a line got an invite, or its person joined a cohort. */
export const isDone = ({ state }: Pick<CheckedLine, 'state'>): boolean =>
  state === 'CREATED' || state === 'JOINED'

/** Replaces what a role column says by the roles that a person chose for it; `chosen` has the texts as `roleWord` has them. */
export function withRoles(
  lines: readonly InviteLine[],
  chosen: Readonly<Record<string, string>>,
): InviteLine[] {
  return lines.map((line) => ({ ...line, role: chosen[roleWord(line.role)] || line.role }))
}

/** Fills in the role, the courses and the cohort chosen for the whole list in lines that name none. */
export function withDefaults(
  lines: readonly InviteLine[],
  chosen: { role: string; courses: readonly string[]; cohort?: string | null },
): InviteLine[] {
  return lines.map(({ cohort = chosen.cohort, ...line }) => ({
    ...line,
    ...(cohort && { cohort }),
    role: line.role || chosen.role,
    courses: line.courses.length > 0 ? line.courses : [...chosen.courses],
  }))
}

/**
 * Checks all lines in one call without changing anything. Throws DataError: `42501`, `PT422` for no lines and for more
 * than `MAX_INVITE_LINES`.
 */
export async function checkInvites(
  client: Pick<DataClient, 'rpc'>,
  lines: readonly InviteLine[],
): Promise<CheckedLine[]> {
  const answer = unwrap(await client.rpc('check_invites', { lines: lines.map(wireLine) }))
  return list(answer).map((json) => parseVerdict(json, lines))
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
  const made = list(unwrap(answer)).map((json) => ({
    ...parseVerdict(json, piece),
    id: stringOrNull(object(json).id),
    token: stringOrNull(object(json).token),
  }))
  return { made, next: from + PIECE < lines.length ? from + PIECE : null }
}

const wireLine = ({ email, role, courses, cohort }: InviteLine) => ({
  email,
  role,
  courses,
  ...(cohort && { cohort }),
})

function parseVerdict(json: Json, lines: readonly InviteLine[]): CheckedLine {
  const row = object(json)
  const said = lines[number(row.line) - 1]
  return {
    at: said?.at ?? number(row.line),
    email: string(row.email),
    role: string(row.role),
    courses: said?.courses ?? [],
    ...(said?.cohort && { cohort: said.cohort }),
    ...(said?.others && { others: said.others }),
    titles: list(row.courses).map(string),
    unknown: list(row.unknown).map(string),
    joins: stringOrNull(row.cohort),
    state: oneOf(LINE_STATES, row.state),
  }
}
