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
  /** The length in seconds. */
  sec: number,
  free: boolean,
  done: boolean,
  /** The percentage of the lesson's video that the person has watched; 0 if none or unknown. */
  watched: or(number, 0),
  /** Whether the person may open the lesson. */
  open: boolean,
  /** Whether the lesson is an exercise with the language PAGE, which people complete by hand. */
  page: flag,
  /** Whether the lesson is an exercise without a proved version, so that people can only read its brief. */
  in_preparation: optional(boolean),
  /**
   * When the schedule of a cohort opens the lesson, as an ISO date; null while the person has paused. Missing if the
   * lesson does not wait for a schedule.
   */
  opens_at: (at) => (at === undefined ? undefined : orNull(string)(at)),
  /**
   * When the assignment is due, in the time zone of its cohort. Missing for other lessons and for work that has passed.
   */
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
    /** Whether the person may edit the course and therefore open all lessons, also of a draft. */
    can_preview: boolean,
    /** Whether the person's access has ended. */
    ended: boolean,
    /**
     * Whether the person is staff of a cohort with this course, and can therefore open all lessons before the schedule
     * does.
     */
    staff: flag,
    /** Whether the person takes the course in a cohort. */
    in_cohort: flag,
    /** When the next lesson opens, as an ISO date; null if none waits. */
    changes_at: orNull(string),
    /** The time zone of the cohort whose schedule keeps lessons closed; null if none is closed. */
    time_zone: orNull(string),
    modules: listOf(parseModule),
  }),
)
/** A course in the viewer, from `course_outline(slug)`. */
export type CourseOutline = NonNullable<Answer<typeof parseOutline>>

/**
 * Reads the outline of a course, with the person's progress and which lessons the person may open. Null if the person
 * may not see such a course. Fails with a DataError.
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

/**
 * Returns whether a lesson is closed because the schedule of a cohort has not opened it to the person yet
 * (rules/cohorts#schedule).
 */
export function isShut({ open, opens_at }: OutlineLesson): boolean {
  return !open && opens_at !== undefined
}

/** Returns the next lesson that is not closed by a schedule, even if it is locked; null after the last. */
export function lessonAfter(outline: CourseOutline, lessonId: string): OutlineLesson | null {
  return lessonBeside(outline, lessonId, 1)
}

/** Returns the previous lesson that is not closed by a schedule; null before the first. */
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

/** Shown if a course has no instructor (rules/learning#outline). */
const DEFAULT_INSTRUCTOR = { name: 'Course Instructor', description: 'Expert Instructor' }

/** Returns the course's instructor, with default texts for empty fields. */
export function instructorOf(course: {
  author_name: string | null
  author_description?: string | null
}): { name: string; description: string } {
  return {
    name: course.author_name?.trim() || DEFAULT_INSTRUCTOR.name,
    description: course.author_description?.trim() || DEFAULT_INSTRUCTOR.description,
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
