import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { formatList } from '../wording'
import type { InviteLine } from './read-invite-list'

/** Lines that are judged at once, at most. */
export const MAX_INVITE_LINES = 2000

/** Lines of one piece; the database takes at most 200. */
const PIECE = 100

/** What would come, or has come, of a line. */
const LINE_STATES = [
  'VALID',
  'CREATED',
  'INVALID',
  'DOUBLED',
  'UNKNOWN_ROLE',
  'ROLE_DENIED',
  'UNKNOWN_COURSE',
  'MEMBER',
  'INVITED',
] as const
export type LineState = (typeof LINE_STATES)[number]

/** A line, and what the database says of it. */
export interface CheckedLine extends InviteLine {
  state: LineState
  /** Titles of the courses that it would open. */
  titles: string[]
  /** Slugs that no course has. */
  unknown: string[]
}

/** A verdict on an invite that was made. */
export interface CreatedLine extends CheckedLine {
  id: string | null
  token: string | null
}

const WORDS: Record<LineState, string> = {
  VALID: 'Ready',
  CREATED: 'Invited',
  INVALID: 'Not an e-mail address',
  DOUBLED: 'Twice in this list',
  UNKNOWN_ROLE: 'Unknown role',
  ROLE_DENIED: 'Role is not yours to give',
  UNKNOWN_COURSE: 'Unknown course',
  MEMBER: 'Already a member',
  INVITED: 'Already invited',
}

/** What a line's state means, in a few words. */
export function checkedLineText({
  state,
  role,
  unknown,
}: Pick<CheckedLine, 'state' | 'role' | 'unknown'>): string {
  if (state === 'UNKNOWN_COURSE') return `${WORDS[state]}: ${formatList(unknown)}`
  if (state === 'UNKNOWN_ROLE') return `${WORDS[state]}: ${role.toLowerCase()}`
  return WORDS[state]
}

/** Lines that say no role or no courses get those that were chosen for the whole list. */
export function withDefaults(
  lines: readonly InviteLine[],
  chosen: { role: string; courses: readonly string[] },
): InviteLine[] {
  return lines.map((line) => ({
    ...line,
    role: line.role || chosen.role,
    courses: line.courses.length > 0 ? line.courses : [...chosen.courses],
  }))
}

/**
 * The dry run: what would come of each line, in one call; nothing is changed. Throws DataError: `42501`,
 * `PT422` for no lines and for more than `MAX_INVITE_LINES`.
 */
export async function checkInvites(
  client: Pick<DataClient, 'rpc'>,
  lines: readonly InviteLine[],
): Promise<CheckedLine[]> {
  const answer = unwrap(await client.rpc('check_invites', { lines: lines.map(wireLine) }))
  return list(answer).map((json) => parseVerdict(json, lines))
}

/** A piece of the work: which lines, by the number of the first. */
export type ImportCursor = number

/**
 * Makes the invites of one piece, which lines are judged again for. Asked again under the same operation
 * it answers the same and makes nothing more. Out: the lines' verdicts, and where the next piece begins,
 * or null at the end. Throws DataError as `checkInvites` does.
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

const wireLine = ({ email, role, courses }: InviteLine) => ({ email, role, courses })

function parseVerdict(json: Json, lines: readonly InviteLine[]): CheckedLine {
  const row = object(json)
  const said = lines[number(row.line) - 1]
  return {
    at: said?.at ?? number(row.line),
    email: string(row.email),
    role: string(row.role),
    courses: said?.courses ?? [],
    ...(said?.others && { others: said.others }),
    titles: list(row.courses).map(string),
    unknown: list(row.unknown).map(string),
    state: oneOf(LINE_STATES, row.state),
  }
}
