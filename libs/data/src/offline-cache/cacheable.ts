import type { QueryKey } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import type { MyAssignment } from '../assignments/my-assignment'
import { assignmentKeys } from '../assignments/my-keys'
import type { LessonBody } from '../course-viewing/lesson-query'
import {
  type CourseOutline,
  courseKeys,
  type LessonType,
  lessonsInOrder,
  type OutlineLesson,
} from '../course-viewing/outline'
import type { MyExercise } from '../exercises/my-exercise'
import { exerciseKeys } from '../exercises/my-keys'
import { type LibraryCourse, libraryKeys } from '../library/library-query'
import type { News } from '../library/my-news'
import type { CohortWeek } from '../library/my-week'
import type { Note } from '../notes/note'
import { noteKeys } from '../notes/notes-query'
import { accessKeys } from '../session/keys'

/** The kinds of answers that may be cached, with their data. */
export type Cacheable =
  | { kind: 'boot'; data: Boot }
  | { kind: 'library'; data: LibraryCourse[] }
  | { kind: 'week'; data: CohortWeek[] }
  | { kind: 'news'; data: News[] }
  | { kind: 'outline'; data: CourseOutline | null }
  | { kind: 'lesson'; data: LessonBody | null }
  | { kind: 'assignment'; data: MyAssignment }
  | { kind: 'exercise'; data: MyExercise }
  | { kind: 'notes'; data: Note[] }

/** Returns the kind of a query whose answer may be cached; null for other queries (rules/data#kept). */
export function cacheableKind(key: QueryKey): Cacheable['kind'] | null {
  const isUnder = (prefix: readonly unknown[]) => prefix.every((part, at) => key[at] === part)
  if (isUnder(accessKeys.boot())) return 'boot'
  if (isUnder(libraryKeys.courses())) return 'library'
  if (isUnder(libraryKeys.week())) return 'week'
  if (isUnder(libraryKeys.news())) return 'news'
  if (isUnder(courseKeys.outlines())) return 'outline'
  if (isUnder(noteKeys.lessons())) return 'notes'
  if (isUnder(assignmentKeys.all)) return 'assignment'
  if (isUnder([...exerciseKeys.all, 'mine'])) return 'exercise'
  return isUnder(courseKeys.lessons()) ? 'lesson' : null
}

/**
 * Returns the part of an answer that is cached; null if none is. Only lessons that are texts, assignments or exercises
 * are cached. The phone number and the notifications are left out, because no screen shows them offline.
 */
export function cacheableData({ kind, data }: Cacheable): unknown {
  switch (kind) {
    case 'boot':
      return data.account && { ...data, bell: null, account: { ...data.account, phone: null } }
    case 'lesson':
      return data && isText(data.content_type) ? data : null
    default:
      return data
  }
}

/** The types of lessons whose content is a text. */
export const TEXT_TYPES = ['TEXT', 'ASSIGNMENT', 'EXERCISE'] as const

const isText = (type: LessonType) => TEXT_TYPES.some((text) => text === type)

/** Returns the courses that may be cached: those to which the person still has access. */
export function cachedCourses(library: readonly LibraryCourse[]): LibraryCourse[] {
  return library.filter(({ ended }) => !ended)
}

/** Returns whether the person takes one of these courses in a cohort and so has a week (rules/cohorts#this-week). */
export function isInCohort(library: readonly LibraryCourse[]): boolean {
  return library.some(({ in_cohort }) => in_cohort)
}

/**
 * Returns the courses whose texts are fetched in advance: those that the person has begun and not finished. A course
 * with a cached outline (`opened`) counts as begun, because a learner in the first lesson has completed nothing yet.
 */
export function coursesInProgress(
  library: readonly LibraryCourse[],
  opened: (slug: string) => boolean,
): LibraryCourse[] {
  return cachedCourses(library).filter(
    ({ slug, completed, total, last_activity_at }) =>
      completed < total && (completed > 0 || last_activity_at !== null || opened(slug)),
  )
}

/** Returns the lessons of a course that are cached: the text lessons that the person may open. */
export function cachedLessons(outline: CourseOutline): OutlineLesson[] {
  return lessonsInOrder(outline).filter(({ type, open }) => isText(type) && open)
}
