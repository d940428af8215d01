import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { DataError, unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, orNull, shape, string } from '../json'
import type { ImportPayload } from './payload'
import type { Sent } from './send-lessons'

const parseStatus = among(['created', 'updated', 'unchanged'])
export type ImportStatus = Answer<typeof parseStatus>

/** Whether lessons that are missing in the folder stay in the course or move to the bin. */
export type MissingChoice = 'keep' | 'bin'

const item = { source_path: string, status: parseStatus }

const parseAbsent = shape({
  id: string,
  /** Null for lessons and modules that were created in the editor. */
  source_path: orNull(string),
  title: string,
})
/** A module or lesson of the course that is missing in the folder. */
export type AbsentItem = Answer<typeof parseAbsent>

export const parseImportReport = shape({
  course: shape({
    /** Null in a dry run that would create the course. */
    id: orNull(string),
    slug: string,
    status: parseStatus,
    /** Whether modules of the course change their positions. */
    reordered: boolean,
  }),
  /** Identifies a state of the course. It differs after every change of the course. */
  version: string,
  /** `reordered` says whether lessons change positions within the module. */
  modules: listOf(shape({ ...item, reordered: boolean })),
  /** `moved` says whether the lesson changes modules. */
  lessons: listOf(shape({ ...item, moved: boolean })),
  absent: shape({ modules: listOf(parseAbsent), lessons: listOf(parseAbsent) }),
  /**
   * Numbers of people who have access now, and of people who have completed a lesson that the import changes or that is
   * missing in the folder. Null for a new course.
   */
  learners: orNull(
    shape({ with_access: number, completed_updated: number, completed_absent: number }),
  ),
})
/** The result of an import, or of a dry run. */
export type ImportReport = Answer<typeof parseImportReport>
export type ImportedItem = Pick<ImportReport['modules'][number], keyof typeof item>

/** Returns the arguments of an import: the course with its modules, and the id under which its lessons were sent. */
export function importBody({ course, modules }: ImportPayload, { sending, lessons }: Sent): Json {
  return {
    course: { ...course },
    modules: modules.map(({ lessons: _sent, ...module }) => module),
    sent: { sending, lessons },
  }
}

/** The options of an import: whether it is a dry run, what happens to missing lessons, and the expected version. */
export interface ImportMode {
  dryRun: boolean
  missing?: MissingChoice
  /** The `version` in the dry run that the person saw. If the course has another version now, the import is refused. */
  unchangedSince?: string
}

/**
 * Imports a course in one transaction, or only reports what would happen. Modules and lessons are found by their id, or
 * else by their source path, and keep their completions. Repeating the call changes nothing more. Takes the course and
 * the result of `sendLessons`. Throws DataError: `42501` if the person may not import it (hint `SLUG_NOT_YOURS` if
 * another course has the slug), `PT409` if the course has changed (see `isStaleImport`), `PT422` if the sent lessons
 * were deleted (see `isContentMissing`) or cannot be stored.
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

/** Returns whether an import was refused because the course has changed since the dry run. */
export function isStaleImport(error: unknown): boolean {
  return error instanceof DataError && error.code === 'PT409' && error.hint === 'STALE_IMPORT'
}

/** Returns whether an import was refused because the slug belongs to a course that the caller may not change. */
export function isSlugTaken(error: unknown): boolean {
  return error instanceof DataError && error.code === '42501' && error.hint === 'SLUG_NOT_YOURS'
}

/** Returns whether an import was refused because the server no longer has its lessons. They must be sent again. */
export function isContentMissing(error: unknown): boolean {
  return error instanceof DataError && error.hint === 'IMPORT_NOT_SENT'
}
