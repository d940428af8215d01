import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { Constants, type Enums, type Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { courseKeys } from './keys'

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
    status: oneOf(enums.course_status, row.status),
    thumbnail_url: stringOrNull(row.thumbnail_url),
    author_name: stringOrNull(row.author_name),
    author_description: stringOrNull(row.author_description),
    entitled: boolean(row.entitled),
    can_preview: boolean(row.can_preview),
    ended: boolean(row.ended),
    modules: list(row.modules).map(parseModule),
  }
}

const enums = Constants.public.Enums

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
    type: oneOf(enums.lesson_content_type, row.type),
    provider: oneOf(enums.video_provider, row.provider),
    sec: number(row.sec),
    free: boolean(row.free),
    done: boolean(row.done),
    watched: row.watched === undefined ? 0 : number(row.watched),
    open: boolean(row.open),
  }
}

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
