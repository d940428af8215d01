import { assignmentText, parseAssignmentPart } from '../assignments/assignment-part'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { exerciseText, parseExercisePart } from '../exercises/exercise-part'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { formatCount } from '../wording'

/** The texts of a lesson in the order of its form. The assignment and the exercise are compared as text. */
export const LESSON_TEXTS = ['title', 'description', 'content', 'assignment', 'exercise'] as const

export type LessonText = (typeof LESSON_TEXTS)[number]
export type LessonTexts = Record<LessonText, string | null>

/** Repeats labels of the lesson form, so that versions do not need its code. */
const NAMES: Record<LessonText, string> = {
  title: 'Title',
  description: 'Description',
  content: 'Text',
  assignment: 'Assignment',
  exercise: 'Exercise',
}

/** Returns the label of a text, as in the lesson form. */
export function lessonTextName(text: LessonText): string {
  return NAMES[text]
}

/** A version of a lesson without its texts (rules/courses#versions). */
export interface LessonVersion {
  id: string
  /** Its number, from 1; the newest has the highest. */
  no: number
  /** ISO date. */
  created_at: string
  /** A name; null if unknown, or if no person saved it. */
  who: string | null
  /** The texts that differ from the previous version; empty for the first. */
  fields: LessonText[]
  /** The number of characters more than in the previous version; negative if fewer. */
  growth: number
  /** ISO date of the earlier version that this one restored; null for an ordinary save. */
  restores: string | null
}

/** A version with its texts and those to compare with. */
export interface ShownVersion {
  id: string
  lessonId: string
  /** ISO date. */
  created_at: string
  texts: LessonTexts
  /** The texts of the previous version; null for the first stored one. */
  earlier: LessonTexts | null
  /** The lesson's current texts. */
  now: LessonTexts
  /** `updated_at` of the lesson, which a restore must send. */
  unchangedSince: string
}

/** The result of a restore, for its undo. */
export interface RestoredVersion {
  /** The version before the restore; null if there was none. */
  before: string | null
  /** `updated_at` of the lesson, which an undo must send. */
  unchangedSince: string
}

/** The number of versions per page. */
export const VERSIONS_PAGE_SIZE = 50

/**
 * Reads the versions of a lesson, newest first (rules/courses#versions), after a given position; null for the newest.
 * Fails with a DataError, `42501` for callers who may not read them, and if the lesson was deleted.
 */
export async function readLessonVersions(
  client: Pick<DataClient, 'rpc'>,
  { lessonId, before }: { lessonId: string; before: number | null },
  signal: AbortSignal,
): Promise<LessonVersion[]> {
  const args = { lesson_id: lessonId, ...(before !== null && { before }) }
  return list(unwrap(await client.rpc('lesson_version_list', args).abortSignal(signal))).map(
    parseVersion,
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
  const row = object(
    unwrap(await client.rpc('lesson_version', { version_id: id }).abortSignal(signal)),
  )
  return {
    id: string(row.id),
    lessonId: string(row.lesson_id),
    created_at: string(row.created_at),
    texts: parseTexts(row.texts),
    earlier: row.earlier === null ? null : parseTexts(row.earlier),
    now: parseTexts(row.now),
    unchangedSince: string(row.updated_at),
  }
}

/**
 * Saves the texts of an earlier version as a new one (rules/courses#versions). Repeating the call changes nothing more.
 * `unchangedSince` is the `updated_at` of the lesson that the person saw. Throws DataError: `PT409` with hint
 * `STALE_LESSON` if another person has saved since, `PT422` with the field's sentence, `42501` for callers who may not,
 * and if the version was deleted.
 */
export async function restoreLessonVersion(
  client: Pick<DataClient, 'rpc'>,
  { id, unchangedSince }: { id: string; unchangedSince: string },
): Promise<RestoredVersion> {
  const args = { version_id: id, unchanged_since: unchangedSince }
  const answer = object(unwrap(await client.rpc('restore_lesson_version', args)))
  return { before: stringOrNull(answer.before), unchangedSince: string(answer.updated_at) }
}

/**
 * Returns the texts in which two versions differ, in the order of the form. Versions differ in the assignment or the
 * exercise only if the later one has one.
 */
export function changedTexts(before: LessonTexts, after: LessonTexts): LessonText[] {
  return LESSON_TEXTS.filter((text) => {
    if ((text === 'assignment' || text === 'exercise') && after[text] === null) return false
    return (before[text] ?? '') !== (after[text] ?? '')
  })
}

/** Returns how much longer a text became. Replaced characters do not change the length. */
export function growthText(growth: number): string {
  if (growth === 0) return 'same length'
  return `${formatCount(Math.abs(growth), 'character')} ${growth > 0 ? 'more' : 'fewer'}`
}

function parseVersion(json: Json): LessonVersion {
  const row = object(json)
  return {
    id: string(row.id),
    no: number(row.no),
    created_at: string(row.created_at),
    who: stringOrNull(row.who),
    fields: list(row.fields).map((field) => oneOf(LESSON_TEXTS, field)),
    growth: number(row.growth),
    restores: stringOrNull(row.restores),
  }
}

function parseTexts(json: Json | undefined): LessonTexts {
  const { title, description, content, assignment, exercise } = object(json)
  return {
    title: stringOrNull(title),
    description: stringOrNull(description),
    content: stringOrNull(content),
    assignment: assignment ? assignmentText(parseAssignmentPart(assignment)) : null,
    exercise: exercise ? exerciseText(parseExercisePart(exercise)) : null,
  }
}
