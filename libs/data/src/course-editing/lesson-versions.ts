import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, oneOf, string, stringOrNull } from '../json'
import { formatCount } from '../wording'

/** What a lesson says, in the order of its form. */
export const LESSON_TEXTS = ['title', 'description', 'content'] as const

export type LessonText = (typeof LESSON_TEXTS)[number]
export type LessonTexts = Record<LessonText, string | null>

/** Apart from the lesson form's own, whose code versions can do without. */
const NAMES: Record<LessonText, string> = {
  title: 'Title',
  description: 'Description',
  content: 'Text',
}

/** A text's name as people read it, as in the lesson form. */
export function lessonTextName(text: LessonText): string {
  return NAMES[text]
}

/** One of a lesson's versions, without its texts (rules/courses#versions). */
export interface LessonVersion {
  id: string
  /** Its place among them, from 1; the newest has the highest. */
  no: number
  /** ISO date. */
  created_at: string
  /** A name; null where that is not known, or where no person saved it. */
  who: string | null
  /** What differs from the version before; empty for the first. */
  fields: LessonText[]
  /** Characters more than in the version before; negative where they are fewer. */
  growth: number
  /** ISO date of the earlier version that this one brought back; null for an ordinary save. */
  restores: string | null
}

/** A version with its texts, and what it is compared with. */
export interface ShownVersion {
  id: string
  lessonId: string
  /** ISO date. */
  created_at: string
  texts: LessonTexts
  /** Those of the version before it; null for the first that is kept. */
  earlier: LessonTexts | null
  /** What the lesson says now. */
  now: LessonTexts
  /** `updated_at` of the lesson, which a restore has to name. */
  unchangedSince: string
}

/** What has been restored, and the way back. */
export interface RestoredVersion {
  /** The version that stood there before; null when nothing did. */
  before: string | null
  /** `updated_at` of the lesson, which an undo has to name. */
  unchangedSince: string
}

/** Versions that come at once. */
export const VERSIONS_PAGE_SIZE = 50

/**
 * The versions of a lesson, the newest first (rules/courses#versions).
 * In: the lesson, and the place behind which to go on; null for the newest. Fails with a DataError, `42501` for
 * callers who may not read them, and when the lesson is gone.
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
 * One version of a lesson with its texts (rules/courses#versions). Fails with a DataError, `42501` for callers
 * who may not read it, and when it is kept no longer.
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
 * Saves the texts of an earlier version as a new one (rules/courses#versions); sent twice it happens once.
 * In: the version, and `updated_at` of the lesson as it was seen. Throws DataError: `PT409` with hint
 * `STALE_LESSON` when another person has saved since, `PT422` with the field's sentence, `42501` for callers who may
 * not, and when the version is kept no longer.
 */
export async function restoreLessonVersion(
  client: Pick<DataClient, 'rpc'>,
  { id, unchangedSince }: { id: string; unchangedSince: string },
): Promise<RestoredVersion> {
  const args = { version_id: id, unchanged_since: unchangedSince }
  const answer = object(unwrap(await client.rpc('restore_lesson_version', args)))
  return { before: stringOrNull(answer.before), unchangedSince: string(answer.updated_at) }
}

/** The texts in which two versions differ, in form order. */
export function changedTexts(before: LessonTexts, after: LessonTexts): LessonText[] {
  return LESSON_TEXTS.filter((text) => (before[text] ?? '') !== (after[text] ?? ''))
}

/** How much longer a text became, in words; characters that went for as many that came change no length. */
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
  const { title, description, content } = object(json)
  return {
    title: stringOrNull(title),
    description: stringOrNull(description),
    content: stringOrNull(content),
  }
}
