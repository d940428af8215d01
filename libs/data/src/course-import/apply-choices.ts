import { ROOT } from './paths'
import type { ReadCourse } from './read-course-folder'

/** What a person chose for an import, over what the folder says; what is left out was not touched. */
export interface ImportChoices {
  title?: string
  slug?: string
  publish: boolean
}

/** In: a folder as it was read, and the choices. Out: the same with the choices in it. */
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
