import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type ImportPayload, type ReadCourse, ROOT } from './payload'

/**
 * Adds values that are not in the folder: the importer as instructor of a new course, and the title of an existing
 * course. Fails with a DataError.
 */
export async function completeCourse(
  client: Pick<DataClient, 'from'>,
  { course: payload, hasOwnTitle }: ReadCourse,
  importerName: string | null,
): Promise<ImportPayload> {
  const { course, modules } = payload
  const known = unwrap(
    await client
      .from('courses')
      .select('title')
      .eq('slug', course.slug)
      .is('deleted_at', null)
      .maybeSingle(),
  )
  if (known === null) {
    const named = course.author_name !== undefined || !importerName
    return named ? payload : { modules, course: { ...course, author_name: importerName } }
  }
  if (hasOwnTitle) return payload
  const { title } = known
  return {
    course: { ...course, title },
    modules: modules.map((each) => (each.source_path === ROOT ? { ...each, title } : each)),
  }
}

/** The choices of a person for an import. They override the folder; a missing field was not changed. */
export interface ImportChoices {
  title?: string
  slug?: string
  publish: boolean
}

/** Returns the course with the person's choices instead of the folder's values. */
export function applyChoices(
  read: ReadCourse,
  { title, slug, publish }: ImportChoices,
): ReadCourse {
  const { course, modules } = read.course
  const named = title === undefined ? course.title : title.trim()
  return {
    ...read,
    hasOwnTitle: read.hasOwnTitle || title !== undefined,
    course: {
      course: { ...course, title: named, slug: slug?.trim() ?? course.slug, publish },
      modules: modules.map((module) =>
        module.source_path === ROOT ? { ...module, title: named } : module,
      ),
    },
  }
}
