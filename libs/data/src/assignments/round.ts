import { REVIEW_VERDICT } from '../database.gen'
import { plainFileName } from '../files/file-name'
import {
  type Answer,
  among,
  boolean,
  changed,
  listOf,
  number,
  optional,
  or,
  orNull,
  readable,
  recordOf,
  shape,
  string,
} from '../json'
import { parseRubric } from './rubric'

/** Said of a repository whose host is still asked for the commit, and of one whose commit stays unknown. */
export const COMMIT_SOUGHT = 'its commit is being looked up'
export const NOT_PINNED = 'not pinned'

const parseCode = shape({ name: string, body: string })
export type CodeFile = Answer<typeof parseCode>

const parseFile = shape({
  path: string,
  name: changed(string, plainFileName),
  bytes: number,
  /** The type of its content, such as `text/html`. Left out before it is handed in, and while names of files are hidden. */
  type: optional(string),
})
export type WorkFile = Answer<typeof parseFile>

const parseRemark = shape({
  id: string,
  /** A file of the code; null for the text. */
  path: orNull(string),
  line_from: orNull(number),
  line_to: orNull(number),
  body: string,
})
/** A remark on some lines, which are counted from 1. */
export type Remark = Answer<typeof parseRemark>

const parseReview = shape({
  id: string,
  verdict: among(REVIEW_VERDICT),
  comment: orNull(string),
  /** The level of each judged criterion, by its id; 0 is the lowest. */
  levels: recordOf(number),
  rubric: parseRubric,
  published_at: string,
  /** Null for an erased account. */
  reviewer: orNull(string),
  remarks: listOf(parseRemark),
})
/** A review of a round, with the rubric by which it was given (rules/assignments#review). */
export type Review = Answer<typeof parseReview>

const parseStored = shape({
  id: string,
  round: number,
  text: orNull(string),
  /** Null if it cannot be read. */
  code: readable(or(listOf(parseCode), [])),
  url: orNull(string),
  repo_url: orNull(string),
  /** The commit of the repository when it was handed in; null while it is unknown. */
  commit_sha: orNull(string),
  /** The page of the commit at the host. */
  commit_url: orNull(string),
  /** Whether the host is still asked for the commit. */
  commit_sought: boolean,
  /** Null if they cannot be read. */
  files: readable(or(listOf(parseFile), [])),
  note: orNull(string),
  submitted_at: string,
  /** When it was made on a device that was offline; otherwise null. */
  made_at: orNull(string),
  due_at_then: orNull(string),
  due_zone: orNull(string),
  late: boolean,
  waived_at: orNull(string),
  second_opinion: boolean,
  review: orNull(parseReview),
})

/** Reads a round as the database's `round_facts()` returns it, without code or files that cannot be read. */
export const parseRound = changed(parseStored, ({ code, files, ...round }) => ({
  ...round,
  code: code ?? [],
  files: files ?? [],
  /** Whether its code or its files cannot be read and are left out (rules/assignments#unreadable). */
  unreadable: code === null || files === null,
}))
/** Work that was handed in at one time; it never changes (rules/assignments#rounds). */
export type Round = Answer<typeof parseRound>
