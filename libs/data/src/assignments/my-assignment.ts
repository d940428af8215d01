import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { LATE_RULE, SUBMISSION_STATE, WORK_KIND } from '../database.gen'
import { unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import { parseWorkDraft } from './my-draft'
import { assignmentKeys } from './my-keys'
import { parseRound } from './round'
import { parseRubric } from './rubric'

const parseDue = shape({
  /** Null without a due date, and while the person pauses. */
  at: orNull(string),
  zone: string,
  extended: boolean,
  paused: boolean,
  /** The last second at which it is accepted; null where late work is marked. */
  shut_at: orNull(string),
  shut: boolean,
})
/** When an assignment is due for the person (rules/assignments#due). Moments are ISO dates. */
export type Due = Answer<typeof parseDue>

/** Reads the drafts that a later one replaced, the latest first. */
export const parseKept = listOf(
  shape({ body: parseWorkDraft, revision: string, updated_at: string }),
)
export type KeptDraft = Answer<typeof parseKept>[number]

const parseStoredDraft = shape({ body: parseWorkDraft, revision: string, kept: parseKept })
/** A draft on the server, with the texts that a later text of another device replaced. */
export type StoredDraft = Answer<typeof parseStoredDraft>

export const parseAssignment = shape({
  lesson_id: string,
  /** Whether the person may open the lesson. They can read their own rounds either way. */
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
  /** From the first to the latest. */
  rounds: listOf(parseRound),
  draft: orNull(parseStoredDraft),
  /** The place of waiting work in the queue of its cohort. */
  place: orNull(shape({ place: number, of: number })),
  /** How long the last reviews of the cohort took, in hours. */
  usual: orNull(shape({ reviews: number, median_hours: number, p90_hours: number })),
  extension_request: orNull(
    shape({
      note: string,
      /** Null if the person did not say how many. */
      days: orNull(number),
      asked_at: string,
      answered_at: orNull(string),
      /** What staff wrote when they declined; null if they did not. */
      declined_because: orNull(string),
    }),
  ),
})
/** The answer of `assignment()`: what the person's page of an assignment shows in addition to the lesson. */
export type MyAssignment = Answer<typeof parseAssignment>

/** An assignment with the person's work on it, in one call. Fails with a DataError; `PT404` where it is not open. */
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
 * Asks staff for so many more days, or changes an open request (rules/assignments#extension). Throws
 * DataError: `PT403` and `PT404` without access, `PT409` if the work has passed or has no due date, `PT422`.
 */
export async function askForMoreTime(
  client: DataClient,
  lessonId: string,
  { days, note }: { days: number; note: string },
): Promise<void> {
  unwrap(await client.rpc('ask_extension', { lesson_id: lessonId, note, days }))
}

/** Reads the state of the database after a draft was saved. */
export const parseSavedDraft = shape({
  /** Identifies the text that is stored; another device may have saved a later one. */
  revision: string,
  kept: parseKept,
  /** Whether the draft had been handed in already, so that it was not stored. */
  handed_in: boolean,
  /** The stored text if it is not the one that was sent; otherwise null. */
  body: orNull(parseWorkDraft),
})
