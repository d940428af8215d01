import { type Enums, type Json, REVIEW_VERDICT } from '../database.gen'
import { plainFileName } from '../files/file-name'
import {
  boolean,
  type JsonObject,
  list,
  number,
  numberOrNull,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'
import { type Criterion, parseRubric } from './rubric'

export interface CodeFile {
  name: string
  body: string
}

export interface WorkFile {
  path: string
  name: string
  bytes: number
  /** The type of its content, such as `text/html`. Left out before it is handed in, and while names of files are hidden. */
  type?: string
}

/** A remark on some lines. `path` is a file of the code; null for the text. Lines are counted from 1. */
export interface Remark {
  id: string
  path: string | null
  line_from: number | null
  line_to: number | null
  body: string
}

/** A review of a round, with the rubric by which it was given (rules/assignments#review). */
export interface Review {
  id: string
  verdict: Enums<'review_verdict'>
  comment: string | null
  /** The level of each judged criterion, by its id; 0 is the lowest. */
  levels: Record<string, number>
  rubric: Criterion[]
  published_at: string
  /** Null for an erased account. */
  reviewer: string | null
  remarks: Remark[]
}

/** Said of a repository whose host is still asked for the commit, and of one whose commit stays unknown. */
export const COMMIT_SOUGHT = 'its commit is being looked up'
export const NOT_PINNED = 'not pinned'

/** Work that was handed in at one time; it never changes (rules/assignments#rounds). */
export interface Round {
  id: string
  round: number
  text: string | null
  code: CodeFile[]
  url: string | null
  repo_url: string | null
  /** The commit of the repository when it was handed in; null while it is unknown. */
  commit_sha: string | null
  /** The page of the commit at the host. */
  commit_url: string | null
  /** Whether the host is still asked for the commit. */
  commit_sought: boolean
  files: WorkFile[]
  note: string | null
  submitted_at: string
  /** When it was made on a device that was offline; otherwise null. */
  made_at: string | null
  due_at_then: string | null
  due_zone: string | null
  late: boolean
  waived_at: string | null
  second_opinion: boolean
  /** Whether its code or its files cannot be read and are left out (rules/assignments#unreadable). */
  unreadable: boolean
  review: Review | null
}

/**
 * Reads a round as the database's `round_facts()` returns it, without code or files that cannot be read. Throws DataError
 * `MALFORMED`.
 */
export function parseRound(json: Json): Round {
  const row = object(json)
  const code = readable(() => listOrEmpty(row, 'code').map(parseCode))
  const files = readable(() => listOrEmpty(row, 'files').map(parseFile))
  return {
    id: string(row.id),
    round: number(row.round),
    text: stringOrNull(row.text),
    code: code ?? [],
    url: stringOrNull(row.url),
    repo_url: stringOrNull(row.repo_url),
    commit_sha: stringOrNull(row.commit_sha),
    commit_url: stringOrNull(row.commit_url),
    commit_sought: boolean(row.commit_sought),
    files: files ?? [],
    note: stringOrNull(row.note),
    submitted_at: string(row.submitted_at),
    made_at: stringOrNull(row.made_at),
    due_at_then: stringOrNull(row.due_at_then),
    due_zone: stringOrNull(row.due_zone),
    late: boolean(row.late),
    waived_at: stringOrNull(row.waived_at),
    second_opinion: boolean(row.second_opinion),
    unreadable: code === null || files === null,
    review: row.review ? parseReview(row.review) : null,
  }
}

/** Returns what `read` returns, or null if it cannot read what is stored. */
export function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

const listOrEmpty = (row: JsonObject, key: string): Json[] => (row[key] ? list(row[key]) : [])

function parseCode(json: Json): CodeFile {
  const row = object(json)
  return { name: string(row.name), body: string(row.body) }
}

function parseFile(json: Json): WorkFile {
  const row = object(json)
  return {
    path: string(row.path),
    name: plainFileName(string(row.name)),
    bytes: number(row.bytes),
    ...(typeof row.type === 'string' && { type: row.type }),
  }
}

function parseReview(json: Json): Review {
  const row = object(json)
  return {
    id: string(row.id),
    verdict: oneOf(REVIEW_VERDICT, row.verdict),
    comment: stringOrNull(row.comment),
    levels: Object.fromEntries(
      Object.entries(object(row.levels)).map(([id, level]) => [id, number(level)]),
    ),
    rubric: parseRubric(row.rubric),
    published_at: string(row.published_at),
    reviewer: stringOrNull(row.reviewer),
    remarks: list(row.remarks).map(parseRemark),
  }
}

function parseRemark(json: Json): Remark {
  const row = object(json)
  return {
    id: string(row.id),
    path: stringOrNull(row.path),
    line_from: numberOrNull(row.line_from),
    line_to: numberOrNull(row.line_to),
    body: string(row.body),
  }
}
