import { assignmentText, parseAssignmentPart } from '../assignments/assignment-part'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { exerciseText, parseExercisePart } from '../exercises/exercise-part'
import {
  type Answer,
  among,
  changed,
  listOf,
  number,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'
import { formatCount } from '../wording'

/** The texts of a lesson in the order of the form. An assignment and an exercise are compared in the form of a text. */
export const LESSON_TEXT_FIELDS = [
  'title',
  'description',
  'content',
  'assignment',
  'exercise',
] as const

export type LessonText = (typeof LESSON_TEXT_FIELDS)[number]
const parseTexts = shape({
  title: orNull(string),
  description: orNull(string),
  content: orNull(string),
  assignment: orNull(changed(parseAssignmentPart, assignmentText)),
  exercise: orNull(changed(parseExercisePart, exerciseText)),
} satisfies Record<LessonText, Schema<string | null>>)
export type LessonTexts = Answer<typeof parseTexts>

/** The labels of the lesson form. They are repeated here, so that showing versions does not load the form's code. */
const NAMES: Record<LessonText, string> = {
  title: 'Title',
  description: 'Description',
  content: 'Text',
  assignment: 'Assignment',
  exercise: 'Exercise',
}

/** Returns the label that a text has in the lesson form. */
export function lessonTextName(text: LessonText): string {
  return NAMES[text]
}

const parseVersion = shape({
  id: string,
  /** The number of the version, from 1; the newest has the highest. */
  no: number,
  /** ISO date. */
  created_at: string,
  /** The name of the person who saved it; null if unknown, or if no person did. */
  who: orNull(string),
  /** The texts that differ from the previous version; empty for the first version. */
  fields: listOf(among(LESSON_TEXT_FIELDS)),
  /** By how many characters the texts grew since the previous version; negative if they became shorter. */
  growth: number,
  /** If this version restored an earlier one: when that was saved, as an ISO date. Otherwise null. */
  restores: orNull(string),
})
/** A version of a lesson without its texts (rules/courses#versions). */
export type LessonVersion = Answer<typeof parseVersion>

export const parseLessonVersions = listOf(parseVersion)

export const parseShownVersion = changed(
  shape({
    id: string,
    lesson_id: string,
    /** ISO date. */
    created_at: string,
    texts: parseTexts,
    /** The texts of the previous version; null if there is none. */
    earlier: orNull(parseTexts),
    /** The lesson's current texts. */
    now: parseTexts,
    updated_at: string,
  }),
  ({ lesson_id, updated_at, ...version }) => ({
    ...version,
    lessonId: lesson_id,
    /** `updated_at` of the lesson, which must be sent to restore this version. */
    unchangedSince: updated_at,
  }),
)
/** A version with its texts, those of the previous version, and the current ones. */
export type ShownVersion = Answer<typeof parseShownVersion>

export const parseRestoredVersion = changed(
  shape({ before: orNull(string), updated_at: string }),
  ({ before, updated_at }) => ({
    /** The id of the version before the restore; null if there was none. */
    before,
    /** `updated_at` of the lesson, which must be sent to undo the restore. */
    unchangedSince: updated_at,
  }),
)

/** The number of versions per page. */
export const VERSIONS_PAGE_SIZE = 50

/**
 * Reads a page of the versions of a lesson, newest first (rules/courses#versions), beginning after a given version;
 * null for the first page. Fails with a DataError, `42501` for callers who may not read them, or if the lesson was
 * deleted.
 */
export async function readLessonVersions(
  client: Pick<DataClient, 'rpc'>,
  { lessonId, before }: { lessonId: string; before: number | null },
  signal: AbortSignal,
): Promise<LessonVersion[]> {
  const args = { lesson_id: lessonId, ...(before !== null && { before }) }
  return parseLessonVersions(
    unwrap(await client.rpc('lesson_version_list', args).abortSignal(signal)),
  )
}

/**
 * Reads a version of a lesson with its texts (rules/courses#versions). Fails with a DataError, `42501` for callers who
 * may not read it, and if the version was deleted.
 */
export async function readLessonVersion(
  client: Pick<DataClient, 'rpc'>,
  { id }: { id: string },
  signal: AbortSignal,
): Promise<ShownVersion> {
  const call = client.rpc('lesson_version', { version_id: id })
  return parseShownVersion(unwrap(await call.abortSignal(signal)))
}

/**
 * Saves the texts of an earlier version as a new version (rules/courses#versions). Repeating the call changes nothing
 * more. `unchangedSince` is the `updated_at` of the lesson that the person saw. Throws DataError: `PT409` with hint
 * `STALE_LESSON` if another person has saved since, `PT422` with the field's sentence, `42501` for callers who may not,
 * or if the version was deleted.
 */
export async function restoreLessonVersion(
  client: Pick<DataClient, 'rpc'>,
  { id, unchangedSince }: { id: string; unchangedSince: string },
): Promise<Answer<typeof parseRestoredVersion>> {
  const args = { version_id: id, unchanged_since: unchangedSince }
  return parseRestoredVersion(unwrap(await client.rpc('restore_lesson_version', args)))
}

/**
 * Returns the names of the texts in which two versions differ, in the order of the form. The assignment and the
 * exercise are compared only if the later version has them.
 */
export function changedTexts(before: LessonTexts, after: LessonTexts): LessonText[] {
  return LESSON_TEXT_FIELDS.filter((text) => {
    if ((text === 'assignment' || text === 'exercise') && after[text] === null) return false
    return (before[text] ?? '') !== (after[text] ?? '')
  })
}

/** Formats by how many characters a text grew or shrank. */
export function growthText(growth: number): string {
  if (growth === 0) return 'same length'
  return `${formatCount(Math.abs(growth), 'character')} ${growth > 0 ? 'more' : 'fewer'}`
}
