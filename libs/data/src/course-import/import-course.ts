import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import type { ImportPayload } from './payload'
import type { Sent } from './send-lessons'

const STATUSES = ['created', 'updated', 'unchanged'] as const

export type ImportStatus = (typeof STATUSES)[number]

/** What becomes of lessons that are in the course but not in the folder. */
export type MissingChoice = 'keep' | 'bin'

export interface ImportedItem {
  source_path: string
  status: ImportStatus
}

/** In the course, not in the folder; `source_path` is null for what was made in the editor. */
export interface AbsentItem {
  id: string
  source_path: string | null
  title: string
}

/** What an import did, or on a dry run would do. */
export interface ImportReport {
  /** `id` is null when a dry run would create the course; `reordered`: its modules change places. */
  course: { id: string | null; slug: string; status: ImportStatus; reordered: boolean }
  /** Another word as soon as anything in the course has changed: what an import is based on. */
  version: string
  /** `reordered`: lessons change places within the module. */
  modules: (ImportedItem & { reordered: boolean })[]
  /** `moved`: into another module. */
  lessons: (ImportedItem & { moved: boolean })[]
  absent: { modules: AbsentItem[]; lessons: AbsentItem[] }
  /** People: with access now, who have completed a lesson that changes, or one that is absent. Null for a new course. */
  learners: { withAccess: number; completedUpdated: number; completedAbsent: number } | null
}

function item(value: Json): ImportedItem {
  const { source_path, status } = object(value)
  return { source_path: string(source_path), status: oneOf(STATUSES, status) }
}

function absentItem(value: Json): AbsentItem {
  const { id, source_path, title } = object(value)
  return { id: string(id), source_path: stringOrNull(source_path), title: string(title) }
}

function learnersOf(value: Json | undefined): ImportReport['learners'] {
  if (value === null || value === undefined) return null
  const { with_access, completed_updated, completed_absent } = object(value)
  return {
    withAccess: number(with_access),
    completedUpdated: number(completed_updated),
    completedAbsent: number(completed_absent),
  }
}

function reportOf(answer: Json): ImportReport {
  const { course, version, modules, lessons, absent, learners } = object(answer)
  const { id, slug, status, reordered } = object(course)
  const missing = object(absent)
  return {
    course: {
      id: stringOrNull(id),
      slug: string(slug),
      status: oneOf(STATUSES, status),
      reordered: boolean(reordered),
    },
    version: string(version),
    modules: list(modules).map((value) => ({
      ...item(value),
      reordered: boolean(object(value).reordered),
    })),
    lessons: list(lessons).map((value) => ({
      ...item(value),
      moved: boolean(object(value).moved),
    })),
    absent: {
      modules: list(missing.modules).map(absentItem),
      lessons: list(missing.lessons).map(absentItem),
    },
    learners: learnersOf(learners),
  }
}

/** What the database takes as an import: the course with its modules, and where their lessons lie. */
export function importBody({ course, modules }: ImportPayload, { sending, lessons }: Sent): Json {
  return {
    course: { ...course },
    modules: modules.map(({ lessons: _sent, ...module }) => module),
    sent: { sending, lessons },
  }
}

/** How an import goes: only told or done, what is absent kept or binned, based on which version. */
export interface ImportMode {
  dryRun: boolean
  missing?: MissingChoice
  /** `version` of the dry run that a person looked at; nothing is changed if the course is another by now. */
  unchangedSince?: string
}

/**
 * Imports a course in one transaction, or only says what would happen. In place and idempotent: modules
 * and lessons are found again by their id, else by their source path, and keep their completions.
 * In: the course, its lessons as `sendLessons` has sent them, and how it goes. Throws DataError: 42501 when the signed-in person may not (hint `SLUG_NOT_YOURS` when the slug is
 * another course's), PT409 when the course is no longer as it was looked at (see `isStaleImport`), PT422
 * when what was sent is gone (see `isContentMissing`) or can't be stored.
 */
export async function importCourse(
  client: Pick<DataClient, 'rpc'>,
  payload: ImportPayload,
  sent: Sent,
  { dryRun, missing = 'keep', unchangedSince }: ImportMode,
): Promise<ImportReport> {
  return reportOf(
    unwrap(
      await client.rpc('import_course', {
        payload: importBody(payload, sent),
        dry_run: dryRun,
        missing,
        ...(unchangedSince !== undefined && { unchanged_since: unchangedSince }),
      }),
    ),
  )
}

/** Whether an import was refused because the course changed after it was looked at. */
export function isStaleImport(error: unknown): boolean {
  return error instanceof DataError && error.code === 'PT409' && error.hint === 'STALE_IMPORT'
}

/** Whether an import was refused because its slug is a course that is not the caller's to change. */
export function isSlugTaken(error: unknown): boolean {
  return error instanceof DataError && error.code === '42501' && error.hint === 'SLUG_NOT_YOURS'
}

/** Whether an import was refused because its lessons no longer lie at the server: they have to be sent again. */
export function isContentMissing(error: unknown): boolean {
  return error instanceof DataError && error.hint === 'IMPORT_NOT_SENT'
}
