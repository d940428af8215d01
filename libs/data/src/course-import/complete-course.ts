import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type ImportPayload, type ReadCourse, ROOT } from './payload'

/**
 * Adds what the folder does not say: a new course gets the importer's name as its instructor, an existing one keeps its
 * title. Fails with a DataError.
 */
export async function completeCourse(
  client: Pick<DataClient, 'from'>,
  { course: payload, titleTold }: ReadCourse,
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
  if (titleTold) return payload
  const { title } = known
  return {
    course: { ...course, title },
    modules: modules.map((each) => (each.source_path === ROOT ? { ...each, title } : each)),
  }
}

/** A person's choices for an import, which take precedence over the folder; missing fields were not changed. */
export interface ImportChoices {
  title?: string
  slug?: string
  publish: boolean
}

/** Returns the folder with the choices applied. */
export function applyChoices(
  read: ReadCourse,
  { title, slug, publish }: ImportChoices,
): ReadCourse {
  const { course, modules } = read.course
  const named = title === undefined ? course.title : title.trim()
  return {
    ...read,
    titleTold: read.titleTold || title !== undefined,
    course: {
      course: { ...course, title: named, slug: slug?.trim() ?? course.slug, publish },
      modules: modules.map((module) =>
        module.source_path === ROOT ? { ...module, title: named } : module,
      ),
    },
  }
}
