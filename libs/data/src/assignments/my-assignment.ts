import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LATE_RULE, SUBMISSION_STATE, TESTS_DO, WORK_KIND } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { parseWorkDraft } from './my-draft'
import { assignmentKeys } from './my-keys'
import { parseRepository, parseResult } from './result'
import { parseRound } from './round'
import { parseRubric } from './rubric'

const parseDue = shape({
  /** Null without a due date, and while the person has paused. */
  at: orNull(string),
  zone: string,
  extended: boolean,
  paused: boolean,
  /** The last second at which work is accepted; null if late work is accepted and marked as late. */
  shut_at: orNull(string),
  shut: boolean,
})
/** When the person's work is due (rules/assignments#due). Moments are ISO dates. */
export type Due = Answer<typeof parseDue>

/** Parses the drafts that were replaced by a later draft, the most recent first. */
export const parseKept = listOf(
  shape({ body: parseWorkDraft, revision: string, updated_at: string }),
)
export type KeptDraft = Answer<typeof parseKept>[number]

const parseStoredDraft = shape({ body: parseWorkDraft, revision: string, kept: parseKept })
/** A draft on the server, with the texts that a later text from another device has replaced. */
export type StoredDraft = Answer<typeof parseStoredDraft>

const parseMyTests = shape({
  /** The address of the repository that people copy before they begin; null if there is none or the lesson is closed. */
  template_url: orNull(string),
  suite: orNull(string),
  /** The files and folders that the tests take from a commit. */
  paths: listOf(string),
  tests_do: among(TESTS_DO),
  push_hands_in: boolean,
  /** The line for the file `.rookies`; null while the lesson is closed. */
  line: orNull(string),
  /** The repository that the person named or connected. */
  repository: orNull(parseRepository),
  /** The newest result of the connected repository. */
  result: orNull(parseResult),
})
/** What the page of an assignment shows about its tests (rules/repositories#connect). */
export type MyTests = Answer<typeof parseMyTests>

export const parseAssignment = shape({
  lesson_id: string,
  /** Whether the person may open the lesson. People can read their own rounds in either case. */
  open: boolean,
  accepts: listOf(among(WORK_KIND)),
  blind: boolean,
  late: among(LATE_RULE),
  cutoff_days: orNull(number),
  /** Null without access to the course. */
  due: orNull(parseDue),
  can_hand_in: boolean,
  rubric: parseRubric,
  submission: orNull(
    shape({
      state: among(SUBMISSION_STATE),
      round: number,
      awaiting_since: orNull(string),
      passed_at: orNull(string),
    }),
  ),
  /** The rounds in the order in which they were handed in. */
  rounds: listOf(parseRound),
  draft: orNull(parseStoredDraft),
  /** The place of the waiting work in the queue of its cohort. */
  place: orNull(shape({ place: number, of: number })),
  /** How long the latest reviews of the cohort took, in hours: the median and the 90th percentile. */
  usual: orNull(shape({ reviews: number, median_hours: number, p90_hours: number })),
  extension_request: orNull(
    shape({
      note: string,
      /** The number of days that the person asked for; null if they named none. */
      days: orNull(number),
      asked_at: string,
      answered_at: orNull(string),
      /** The reason with which staff declined the request; null if they did not decline. */
      declined_because: orNull(string),
    }),
  ),
  /** Null if the assignment has no tests. */
  tests: orNull(parseMyTests),
})
/** The answer of `assignment()`: the data that the page of an assignment needs in addition to the lesson. */
export type MyAssignment = Answer<typeof parseAssignment>

/** Reads an assignment with the person's work. Fails with a DataError; `PT404` if it is not open. */
export function myAssignmentQuery(client: DataClient, lessonId: string) {
  return queryOptions({
    queryKey: assignmentKeys.mine(lessonId),
    queryFn: async ({ signal }): Promise<MyAssignment> =>
      parseAssignment(
        unwrap(
          await client
            .rpc('assignment', { lesson_id: lessonId }, { get: true })
            .abortSignal(signal),
        ),
      ),
  })
}

/**
 * Asks staff for more days, or changes an open request (rules/assignments#extension). Throws DataError: `PT403` and
 * `PT404` without access, `PT409` if the work has passed or has no due date, `PT422`.
 */
export async function askForMoreTime(
  client: DataClient,
  lessonId: string,
  { days, note }: { days: number; note: string },
): Promise<void> {
  unwrap(await client.rpc('ask_extension', { lesson_id: lessonId, note, days }))
}

/** Reads the answer to saving a draft: the state in the database. */
export const parseSavedDraft = shape({
  /** Identifies the stored text. Another device may have saved a later one. */
  revision: string,
  kept: parseKept,
  /** Whether the draft was not stored, because its text had already been handed in. */
  handed_in: boolean,
  /** The stored text if it differs from the text that was sent; otherwise null. */
  body: orNull(parseWorkDraft),
})
