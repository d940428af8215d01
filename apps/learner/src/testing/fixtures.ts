import type { LibraryCourse } from '@rookies/data/library/library-query'
import { aBody as aLessonBody, aCourse as aLibraryCourse } from '@rookies/data/testing/courses'

/** A lesson as the server sends it, with a description and without a text. */
export const aBody = (id: string, change: object = {}) =>
  aLessonBody(id, { description: `About ${id}`, content: null, ...change })

/** A half-finished course of the library. */
export function aCourse(title: string, change: Partial<LibraryCourse> = {}): LibraryCourse {
  const slug = title.toLowerCase().replaceAll(' ', '-')
  return aLibraryCourse(slug, {
    id: slug,
    title,
    total: 4,
    completed: 2,
    duration_sec: 4500,
    next_lesson_id: 'l3',
    ...change,
  })
}
