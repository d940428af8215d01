import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { COURSE_STATUS, type Enums, LESSON_CONTENT_TYPE, VIDEO_PROVIDER } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  flag,
  listOf,
  number,
  optional,
  or,
  orNull,
  shape,
  string,
} from '../json'

export type LessonType = Enums<'lesson_content_type'>
export type VideoProvider = Enums<'video_provider'>

const parseLesson = shape({
  id: string,
  title: string,
  type: among(LESSON_CONTENT_TYPE),
  provider: among(VIDEO_PROVIDER),
  /** Seconds. */
  sec: number,
  free: boolean,
  done: boolean,
  /** The share of its video that the person has watched, in whole percent; 0 if none or unknown. */
  watched: or(number, 0),
  /** Whether the person may open it. */
  open: boolean,
  /** Whether it is an exercise of the language PAGE, which people complete themselves. */
  page: flag,
  /** Whether it is an exercise of which no version is proved, so that people read only its brief. */
  in_preparation: optional(boolean),
  /**
   * When the schedule of a cohort opens it, ISO date; null while the person pauses. Left out where the schedule does
   * not keep it shut.
   */
  opens_at: (at) => (at === undefined ? undefined : orNull(string)(at)),
  /** When an assignment that has not passed is due, in the zone of its cohort; left out for everything else. */
  due: optional(shape({ at: string, zone: string })),
})
/** A lesson in the sidebar, without its body (rules/learning#outline). */
export type OutlineLesson = Answer<typeof parseLesson>

const parseModule = shape({ id: string, title: string, lessons: listOf(parseLesson) })
export type OutlineModule = Answer<typeof parseModule>

/** Null for a course that does not exist or that the person may not know of. */
export const parseOutline = orNull(
  shape({
    id: string,
    /** The current slug, even if an old one was requested. */
    slug: string,
    title: string,
    description: orNull(string),
    status: among(COURSE_STATUS),
    thumbnail_url: orNull(string),
    author_name: orNull(string),
    author_description: orNull(string),
    entitled: boolean,
    /** Whether the person may edit the course and therefore open all of it, in any status. */
    can_preview: boolean,
    /** Whether the person's access has ended. */
    ended: boolean,
    /**
     * Whether the person looks after a cohort with this course, which opens all of it to them regardless of the
     * schedule.
     */
    staff: flag,
    /** Whether the person takes the course in a cohort. */
    in_cohort: flag,
    /** When the next lesson opens, ISO date; null for none. */
    changes_at: orNull(string),
    /** The zone of the cohort whose schedule keeps lessons shut; null if none are. */
    time_zone: orNull(string),
    modules: listOf(parseModule),
  }),
)
/** A course in the viewer, from `course_outline(slug)`. */
export type CourseOutline = NonNullable<Answer<typeof parseOutline>>

/**
 * The outline of one course, with what the person has finished and may open, in one call. Null if the person has no
 * such course. Fails with a DataError.
 */
export function outlineQuery(client: DataClient, slug: string) {
  return queryOptions({
    queryKey: courseKeys.outline(slug),
    queryFn: async ({ signal }): Promise<CourseOutline | null> =>
      parseOutline(
        unwrap(await client.rpc('course_outline', { slug }, { get: true }).abortSignal(signal)),
      ),
  })
}

/** The labels of lesson types. */
export const LESSON_TYPES: Record<LessonType, string> = {
  VIDEO: 'Video',
  TEXT: 'Text',
  EXTERNAL_LINK: 'External Link',
  FILE: 'File',
  ASSIGNMENT: 'Assignment',
  EXERCISE: 'Exercise',
}

/** Returns all lessons of a course in their order. */
export function lessonsInOrder(outline: CourseOutline): OutlineLesson[] {
  return outline.modules.flatMap((module) => module.lessons)
}

/** Returns whether the schedule of a cohort has not opened a lesson to the person yet (rules/cohorts#schedule). */
export function isShut({ open, opens_at }: OutlineLesson): boolean {
  return !open && opens_at !== undefined
}

/** Returns the next lesson that is not shut, even if it is locked; null after the last. */
export function lessonAfter(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, 1)
}

/** Returns the previous lesson that is not shut; null before the first. */
export function lessonBefore(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, -1)
}

function lessonBeside(outline: CourseOutline, lessonId: string, step: 1 | -1) {
  const lessons = lessonsInOrder(outline)
  let at = lessons.findIndex((lesson) => lesson.id === lessonId)
  if (at < 0) return null
  for (;;) {
    at += step
    const lesson = lessons[at]
    if (!lesson || !isShut(lesson)) return lesson ?? null
  }
}

export function lessonById(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonsInOrder(outline).find((lesson) => lesson.id === lessonId) ?? null
}

/** The mark beside a lesson's title: a tick, a ring with the watched share, a lock. */
export type LessonMark =
  | { kind: 'done' }
  /** `percent` is a whole number from 1 to 99. */
  | { kind: 'watched'; percent: number }
  | { kind: 'locked' }

/** Returns a lesson's mark; null if it is open and not begun (rules/learning#outline). */
export function lessonMark({
  done,
  open,
  watched,
}: Pick<OutlineLesson, 'done' | 'open' | 'watched'>): LessonMark | null {
  if (done) return { kind: 'done' }
  if (!open) return { kind: 'locked' }
  return watched > 0 ? { kind: 'watched', percent: watched } : null
}

/** Shown for a course without an instructor (rules/learning#outline). */
const FALLBACK = { name: 'Course Instructor', description: 'Expert Instructor' }

/** Returns the course's instructor, with the fallback for empty fields. */
export function instructorOf(course: {
  author_name: string | null
  author_description?: string | null
}): { name: string; description: string } {
  return {
    name: course.author_name?.trim() || FALLBACK.name,
    description: course.author_description?.trim() || FALLBACK.description,
  }
}

/** Query keys of courses as learners read them. */
export const courseKeys = {
  all: ['courses'] as const,
  outlines: () => [...courseKeys.all, 'outline'] as const,
  outline: (slug: string) => [...courseKeys.outlines(), slug] as const,
  lessons: () => [...courseKeys.all, 'lesson'] as const,
  lesson: (lessonId: string) => [...courseKeys.lessons(), lessonId] as const,
}
