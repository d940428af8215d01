import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { type Enums, type Json, LATE_RULE, SUBMISSION_STATE, WORK_KIND } from '../database.gen'
import { unwrap } from '../errors'
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
import { parseWorkDraft, type WorkDraft } from './my-draft'
import { assignmentKeys } from './my-keys'
import { parseRound, type Round } from './round'
import { type Criterion, parseRubric } from './rubric'

/** When an assignment is due for the person (rules/assignments#due). Moments are ISO dates. */
export interface Due {
  /** Null without a due date, and while the person pauses. */
  at: string | null
  zone: string
  extended: boolean
  paused: boolean
  /** The last second at which it is accepted; null where late work is marked. */
  shut_at: string | null
  shut: boolean
}

/** A draft on the server, with the texts that a later text of another device replaced. */
export interface StoredDraft {
  body: WorkDraft
  revision: string
  kept: KeptDraft[]
}

export interface KeptDraft {
  body: WorkDraft
  revision: string
  updated_at: string
}

/** The answer of `assignment()`: what the person's page of an assignment shows in addition to the lesson. */
export interface MyAssignment {
  lesson_id: string
  /** Whether the person may open the lesson. They can read their own rounds either way. */
  open: boolean
  accepts: Enums<'work_kind'>[]
  blind: boolean
  late: Enums<'late_rule'>
  cutoff_days: number | null
  /** Null without access to the course. */
  due: Due | null
  can_hand_in: boolean
  rubric: Criterion[]
  submission: {
    state: Enums<'submission_state'>
    round: number
    awaiting_since: string | null
    passed_at: string | null
  } | null
  /** From the first to the latest. */
  rounds: Round[]
  draft: StoredDraft | null
  /** The place of waiting work in the queue of its cohort. */
  place: { place: number; of: number } | null
  /** How long the last reviews of the cohort took, in hours. */
  usual: { reviews: number; median_hours: number; p90_hours: number } | null
  extension_request: {
    note: string
    /** Null if the person did not say how many. */
    days: number | null
    asked_at: string
    answered_at: string | null
    /** What staff wrote when they declined; null if they did not. */
    declined_because: string | null
  } | null
}

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

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseAssignment(json: Json): MyAssignment {
  const row = object(json)
  return {
    lesson_id: string(row.lesson_id),
    open: boolean(row.open),
    accepts: list(row.accepts).map((kind) => oneOf(WORK_KIND, kind)),
    blind: boolean(row.blind),
    late: oneOf(LATE_RULE, row.late),
    cutoff_days: numberOrNull(row.cutoff_days),
    due: objectOrNull(row, 'due', parseDue),
    can_hand_in: boolean(row.can_hand_in),
    rubric: parseRubric(row.rubric),
    submission: objectOrNull(row, 'submission', (work) => ({
      state: oneOf(SUBMISSION_STATE, work.state),
      round: number(work.round),
      awaiting_since: stringOrNull(work.awaiting_since),
      passed_at: stringOrNull(work.passed_at),
    })),
    rounds: list(row.rounds).map(parseRound),
    draft: objectOrNull(row, 'draft', (draft) => ({
      body: parseWorkDraft(draft.body),
      revision: string(draft.revision),
      kept: parseKept(draft.kept),
    })),
    place: objectOrNull(row, 'place', ({ place, of }) => ({
      place: number(place),
      of: number(of),
    })),
    usual: objectOrNull(row, 'usual', (usual) => ({
      reviews: number(usual.reviews),
      median_hours: number(usual.median_hours),
      p90_hours: number(usual.p90_hours),
    })),
    extension_request: objectOrNull(row, 'extension_request', (asked) => ({
      note: string(asked.note),
      days: numberOrNull(asked.days),
      asked_at: string(asked.asked_at),
      answered_at: stringOrNull(asked.answered_at),
      declined_because: stringOrNull(asked.declined_because),
    })),
  }
}

function parseDue(row: JsonObject): Due {
  return {
    at: stringOrNull(row.at),
    zone: string(row.zone),
    extended: boolean(row.extended),
    paused: boolean(row.paused),
    shut_at: stringOrNull(row.shut_at),
    shut: boolean(row.shut),
  }
}

/** Reads the drafts that a later one replaced, the latest first. Throws DataError `MALFORMED`. */
export function parseKept(json: Json | undefined): KeptDraft[] {
  return list(json).map((item) => {
    const row = object(item)
    return {
      body: parseWorkDraft(row.body),
      revision: string(row.revision),
      updated_at: string(row.updated_at),
    }
  })
}

function objectOrNull<T>(row: JsonObject, key: string, parse: (value: JsonObject) => T): T | null {
  return row[key] ? parse(object(row[key])) : null
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
