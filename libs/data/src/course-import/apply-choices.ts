import { ROOT } from './paths'
import type { ReadCourse } from './read-course-folder'

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
