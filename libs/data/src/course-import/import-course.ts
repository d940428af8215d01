import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import type { ImportPayload } from './payload'
import type { Sent } from './send-lessons'

const parseStatus = among(['created', 'updated', 'unchanged'])
export type ImportStatus = Answer<typeof parseStatus>

/** What happens to lessons of the course that are not in the folder. */
export type MissingChoice = 'keep' | 'bin'

const item = { source_path: string, status: parseStatus }

const parseAbsent = shape({
  id: string,
  /** Null if it was created in the editor. */
  source_path: orNull(string),
  title: string,
})
/** A module or lesson of the course that is not in the folder. */
export type AbsentItem = Answer<typeof parseAbsent>

export const parseImportReport = shape({
  course: shape({
    /** Null if a dry run would create the course. */
    id: orNull(string),
    slug: string,
    status: parseStatus,
    /** Whether its modules change positions. */
    reordered: boolean,
  }),
  /** Changes with every change of the course; an import is based on a version. */
  version: string,
  /** `reordered` says whether lessons change positions within the module. */
  modules: listOf(shape({ ...item, reordered: boolean })),
  /** `moved` says whether the lesson changes modules. */
  lessons: listOf(shape({ ...item, moved: boolean })),
  absent: shape({ modules: listOf(parseAbsent), lessons: listOf(parseAbsent) }),
  /**
   * Numbers of people with access now, and of people who have completed a lesson that changes or is absent. Null for a
   * new course.
   */
  learners: orNull(
    shape({ with_access: number, completed_updated: number, completed_absent: number }),
  ),
})
/** The result of an import, or of a dry run. */
export type ImportReport = Answer<typeof parseImportReport>
export type ImportedItem = Pick<ImportReport['modules'][number], keyof typeof item>

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
  return parseImportReport(
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
