import { REVIEW_VERDICT } from '../database.gen'
import { plainFileName } from '../files/file-name'
import {
  type Answer,
  among,
  boolean,
  changed,
  flag,
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
import { parseResult } from './result'
import { parseRubric } from './rubric'

/** Shown for a repository while its host is asked for the commit, and if the commit stays unknown. */
export const COMMIT_SOUGHT = 'its commit is being looked up'
export const NOT_PINNED = 'not pinned'

const parseCode = shape({ name: string, body: string })
export type CodeFile = Answer<typeof parseCode>

const parseFile = shape({
  path: string,
  name: changed(string, plainFileName),
  bytes: number,
  /**
   * The type of the content, such as `text/html`. Missing before the file is handed in, and while file names are
   * hidden.
   */
  type: optional(string),
})
export type WorkFile = Answer<typeof parseFile>

const parseRemark = shape({
  id: string,
  /** The path of the code file that the remark is about; null for the text. */
  path: orNull(string),
  line_from: orNull(number),
  line_to: orNull(number),
  body: string,
})
/** A remark about some lines of a round. Lines are counted from 1. */
export type Remark = Answer<typeof parseRemark>

const parseReview = shape({
  id: string,
  verdict: among(REVIEW_VERDICT),
  comment: orNull(string),
  /** The level that the reviewer chose for each criterion, by the criterion's id. 0 is the lowest. */
  levels: recordOf(number),
  rubric: parseRubric,
  published_at: string,
  /** The name of the reviewer; null if the account was deleted. */
  reviewer: orNull(string),
  remarks: listOf(parseRemark),
})
/** A review of a round, with the rubric that was used (rules/assignments#review). */
export type Review = Answer<typeof parseReview>

const parseStored = shape({
  id: string,
  round: number,
  text: orNull(string),
  /** Null if the code cannot be read. */
  code: readable(or(listOf(parseCode), [])),
  url: orNull(string),
  repo_url: orNull(string),
  /** The commit of the repository at the moment of handing in; null while it is unknown. */
  commit_sha: orNull(string),
  /** The page of the commit on the host's website. */
  commit_url: orNull(string),
  /** Whether the host is still asked for the commit. */
  commit_sought: boolean,
  /** Null if the files cannot be read. */
  files: readable(or(listOf(parseFile), [])),
  note: orNull(string),
  submitted_at: string,
  /** When the round was made, if the device was offline then, or when its commit was pushed; otherwise null. */
  made_at: orNull(string),
  due_at_then: orNull(string),
  due_zone: orNull(string),
  late: boolean,
  waived_at: orNull(string),
  /** Whether the repository is the one that the person connected (rules/repositories#connect). */
  connected: flag,
  /** The result of the tests of the commit; null if it was not judged. */
  tests: orNull(parseResult),
  second_opinion: boolean,
  review: orNull(parseReview),
})

/** Parses a round in the form of the database's `round_facts()`. Code or files that cannot be read are left out. */
export const parseRound = changed(parseStored, ({ code, files, ...round }) => ({
  ...round,
  code: code ?? [],
  files: files ?? [],
  /** Whether the code or the files cannot be read and were left out (rules/assignments#unreadable). */
  unreadable: code === null || files === null,
}))
/** Work as it was handed in once. A round never changes (rules/assignments#rounds). */
export type Round = Answer<typeof parseRound>
