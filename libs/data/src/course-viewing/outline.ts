import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import {
  COURSE_STATUS,
  type Enums,
  type Json,
  LESSON_CONTENT_TYPE,
  VIDEO_PROVIDER,
} from '../database.gen'
import { unwrap } from '../errors'
import {
  boolean,
  type JsonObject,
  list,
  number,
  object,
  oneOf,
  string,
  stringOrNull,
} from '../json'

export type LessonType = Enums<'lesson_content_type'>
export type VideoProvider = Enums<'video_provider'>

/** A lesson in the sidebar, without its body (rules/learning#outline). */
export interface OutlineLesson {
  id: string
  title: string
  type: LessonType
  provider: VideoProvider
  /** Seconds. */
  sec: number
  free: boolean
  done: boolean
  /** The share of its video that the person has watched, in whole percent; 0 if none or unknown. */
  watched: number
  /** Whether the person may open it. */
  open: boolean
  /** Whether it is an exercise of the language PAGE, which people complete themselves. */
  page: boolean
  /** Whether it is an exercise of which no version is proved, so that people read only its brief. */
  in_preparation?: boolean
  /**
   * When the schedule of a cohort opens it, ISO date; null while the person pauses. Left out where the schedule does
   * not keep it shut.
   */
  opens_at?: string | null
  /** When an assignment that has not passed is due, in the zone of its cohort; left out for everything else. */
  due?: { at: string; zone: string }
}

export interface OutlineModule {
  id: string
  title: string
  lessons: OutlineLesson[]
}

/** A course in the viewer, from `course_outline(slug)`. */
export interface CourseOutline {
  id: string
  /** The current slug, even if an old one was requested. */
  slug: string
  title: string
  description: string | null
  status: Enums<'course_status'>
  thumbnail_url: string | null
  author_name: string | null
  author_description: string | null
  entitled: boolean
  /** Whether the person may edit the course and therefore open all of it, in any status. */
  can_preview: boolean
  /** Whether the person's access has ended. */
  ended: boolean
  /**
   * Whether the person looks after a cohort with this course, which opens all of it to them regardless of the schedule.
   */
  staff: boolean
  /** Whether the person takes the course in a cohort. */
  in_cohort: boolean
  /** When the next lesson opens, ISO date; null for none. */
  changes_at: string | null
  /** The zone of the cohort whose schedule keeps lessons shut; null if none are. */
  time_zone: string | null
  modules: OutlineModule[]
}

/**
 * Parses the answer of `course_outline()`: null for a course that does not exist or that the person may not know of.
 * Throws DataError `MALFORMED` for data of another shape.
 */
export function parseOutline(json: Json): CourseOutline | null {
  if (json === null) return null
  const row = object(json)
  return {
    id: string(row.id),
    slug: string(row.slug),
    title: string(row.title),
    description: stringOrNull(row.description),
    status: oneOf(COURSE_STATUS, row.status),
    thumbnail_url: stringOrNull(row.thumbnail_url),
    author_name: stringOrNull(row.author_name),
    author_description: stringOrNull(row.author_description),
    entitled: boolean(row.entitled),
    can_preview: boolean(row.can_preview),
    ended: boolean(row.ended),
    staff: row.staff === true,
    in_cohort: row.in_cohort === true,
    changes_at: stringOrNull(row.changes_at),
    time_zone: stringOrNull(row.time_zone),
    modules: list(row.modules).map(parseModule),
  }
}

function parseModule(json: Json): OutlineModule {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    lessons: list(row.lessons).map(parseLesson),
  }
}

function parseLesson(json: Json): OutlineLesson {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    type: oneOf(LESSON_CONTENT_TYPE, row.type),
    provider: oneOf(VIDEO_PROVIDER, row.provider),
    sec: number(row.sec),
    free: boolean(row.free),
    done: boolean(row.done),
    watched: row.watched === undefined ? 0 : number(row.watched),
    open: boolean(row.open),
    page: row.page === true,
    ...(row.in_preparation === true && { in_preparation: true }),
    ...(row.opens_at !== undefined && { opens_at: stringOrNull(row.opens_at) }),
    ...(row.due !== undefined && { due: parseDue(object(row.due)) }),
  }
}

const parseDue = ({ at, zone }: JsonObject) => ({ at: string(at), zone: string(zone) })

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
