import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, object, oneOf, string, stringOrNull } from '../json'
import type { ImportPayload } from './payload'

const STATUSES = ['created', 'updated', 'unchanged'] as const

export type ImportStatus = (typeof STATUSES)[number]

export interface ImportedItem {
  source_path: string
  status: ImportStatus
}

/** What an import did, or on a dry run would do. */
export interface ImportReport {
  /** `id` is null when a dry run would create the course. */
  course: { id: string | null; slug: string; status: ImportStatus }
  modules: ImportedItem[]
  lessons: ImportedItem[]
  /** Came from an import before, is not in the folder any more, stands at the end now. */
  kept: { source_path: string; title: string }[]
}

function item(value: Json): ImportedItem {
  const { source_path, status } = object(value)
  return { source_path: string(source_path), status: oneOf(STATUSES, status) }
}

function reportOf(answer: Json): ImportReport {
  const { course, modules, lessons, kept } = object(answer)
  const { id, slug, status } = object(course)
  return {
    course: { id: stringOrNull(id), slug: string(slug), status: oneOf(STATUSES, status) },
    modules: list(modules).map(item),
    lessons: list(lessons).map(item),
    kept: list(kept).map((value) => {
      const { source_path, title } = object(value)
      return { source_path: string(source_path), title: string(title) }
    }),
  }
}

/**
 * Imports a course in one transaction, or only says what would happen (`dryRun`). In place and
 * idempotent: modules and lessons are found again by their source path and keep their completions.
 * Throws DataError; code 42501 when the signed-in person may not.
 */
export async function importCourse(
  client: DataClient,
  payload: ImportPayload,
  dryRun: boolean,
): Promise<ImportReport> {
  const body: Json = {
    course: { ...payload.course },
    modules: payload.modules.map((module) => ({
      ...module,
      lessons: module.lessons.map((lesson) => ({ ...lesson })),
    })),
  }
  return reportOf(unwrap(await client.rpc('import_course', { payload: body, dry_run: dryRun })))
}
