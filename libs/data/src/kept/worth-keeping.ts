import type { QueryKey } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import { courseKeys } from '../course-viewing/keys'
import { lessonsInOrder } from '../course-viewing/lesson-order'
import type { LessonBody } from '../course-viewing/lesson-query'
import type { CourseOutline, OutlineLesson } from '../course-viewing/outline'
import { type LibraryCourse, libraryKeys } from '../library/library-query'
import type { Note } from '../notes/note'
import { noteKeys } from '../notes/notes-query'
import { accessKeys } from '../session/keys'

/** The answers that may be kept, by what they are. */
export type Keepable =
  | { kind: 'boot'; data: Boot }
  | { kind: 'library'; data: LibraryCourse[] }
  | { kind: 'outline'; data: CourseOutline | null }
  | { kind: 'lesson'; data: LessonBody | null }
  | { kind: 'notes'; data: Note[] }

/** Which kind of answer a query has that may be kept; null for all others (rules/data#kept). */
export function keepableKind(key: QueryKey): Keepable['kind'] | null {
  const isUnder = (prefix: readonly unknown[]) => prefix.every((part, at) => key[at] === part)
  if (isUnder(accessKeys.boot())) return 'boot'
  if (isUnder(libraryKeys.courses())) return 'library'
  if (isUnder(courseKeys.outlines())) return 'outline'
  if (isUnder(noteKeys.lessons())) return 'notes'
  return isUnder(courseKeys.lessons()) ? 'lesson' : null
}

/**
 * What is kept of an answer; null for nothing. Of lessons it is those that are texts. The phone number and the
 * notifications stay out of it: no screen shows them without a connection.
 */
export function worthKeeping({ kind, data }: Keepable): unknown {
  switch (kind) {
    case 'boot':
      return data.account && { ...data, bell: null, account: { ...data.account, phone: null } }
    case 'lesson':
      return data?.content_type === 'TEXT' ? data : null
    default:
      return data
  }
}

/** The courses that are kept: those that the library opens. */
export function keptCourses(library: readonly LibraryCourse[]): LibraryCourse[] {
  return library.filter(({ ended }) => !ended)
}

/**
 * The courses whose texts are read ahead: begun and not finished. In: the library, and which outlines this
 * device has kept, because who reads a first lesson has nothing completed yet.
 */
export function coursesInProgress(
  library: readonly LibraryCourse[],
  opened: (slug: string) => boolean,
): LibraryCourse[] {
  return keptCourses(library).filter(
    ({ slug, completed, total, last_activity_at }) =>
      completed < total && (completed > 0 || last_activity_at !== null || opened(slug)),
  )
}

/** The lessons of a course that are kept: the texts that open. */
export function keptLessons(outline: CourseOutline): OutlineLesson[] {
  return lessonsInOrder(outline).filter(({ type, open }) => type === 'TEXT' && open)
}
