import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import type { ImportPayload } from './payload'
import type { Sent } from './send-lessons'

const STATUSES = ['created', 'updated', 'unchanged'] as const

export type ImportStatus = (typeof STATUSES)[number]

/** What happens to lessons of the course that are not in the folder. */
export type MissingChoice = 'keep' | 'bin'

export interface ImportedItem {
  source_path: string
  status: ImportStatus
}

/**
 * A module or lesson of the course that is not in the folder; `source_path` is null if it was created in the editor.
 */
export interface AbsentItem {
  id: string
  source_path: string | null
  title: string
}

/** The result of an import, or of a dry run. */
export interface ImportReport {
  /** `id` is null if a dry run would create the course; `reordered` says whether its modules change positions. */
  course: { id: string | null; slug: string; status: ImportStatus; reordered: boolean }
  /** Changes with every change of the course; an import is based on a version. */
  version: string
  /** `reordered` says whether lessons change positions within the module. */
  modules: (ImportedItem & { reordered: boolean })[]
  /** `moved` says whether the lesson changes modules. */
  lessons: (ImportedItem & { moved: boolean })[]
  absent: { modules: AbsentItem[]; lessons: AbsentItem[] }
  /**
   * Numbers of people with access now, and of people who have completed a lesson that changes or is absent. Null for a
   * new course.
   */
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

/** Returns the arguments of an import: the course with its modules, and where the lessons are on the server. */
export function importBody({ course, modules }: ImportPayload, { sending, lessons }: Sent): Json {
  return {
    course: { ...course },
    modules: modules.map(({ lessons: _sent, ...module }) => module),
    sent: { sending, lessons },
  }
}

/** The options of an import: dry run or not, what happens to absent lessons, and the version it is based on. */
export interface ImportMode {
  dryRun: boolean
  missing?: MissingChoice
  /** The `version` of the dry run that the person saw. Nothing is changed if the course has another version by now. */
  unchangedSince?: string
}

/**
 * Imports a course in one transaction, or only reports what would happen. Modules and lessons are found by their id, or
 * else by their source path, and keep their completions; repeating the call changes nothing more. Takes the course and
 * the result of `sendLessons`. Throws DataError: 42501 if the signed-in person may not (hint `SLUG_NOT_YOURS` if
 * another course has the slug), PT409 if the course has changed (see `isStaleImport`), PT422 if the sent content was
 * deleted (see `isContentMissing`) or cannot be stored.
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

/** Returns whether an import was refused because the course changed after the check. */
export function isStaleImport(error: unknown): boolean {
  return error instanceof DataError && error.code === 'PT409' && error.hint === 'STALE_IMPORT'
}

/** Returns whether an import was refused because the caller may not change the course with its slug. */
export function isSlugTaken(error: unknown): boolean {
  return error instanceof DataError && error.code === '42501' && error.hint === 'SLUG_NOT_YOURS'
}

/** Returns whether an import was refused because its lessons are no longer on the server and must be sent again. */
export function isContentMissing(error: unknown): boolean {
  return error instanceof DataError && error.hint === 'IMPORT_NOT_SENT'
}
