import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { Constants, type Enums, type Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { courseKeys } from './keys'

export type LessonType = Enums<'lesson_content_type'>
export type VideoProvider = Enums<'video_provider'>

/** A lesson as the sidebar shows it: never its body (rules/learning#outline). */
export interface OutlineLesson {
  id: string
  title: string
  type: LessonType
  provider: VideoProvider
  /** Seconds. */
  sec: number
  free: boolean
  done: boolean
  /** How much of its video this person watched, in whole percent; 0 where that is nothing, or not known. */
  watched: number
  /** Whether this person may open it. */
  open: boolean
}

export interface OutlineModule {
  id: string
  title: string
  lessons: OutlineLesson[]
}

/** A course as the viewer shows it, from `course_outline(slug)`. */
export interface CourseOutline {
  id: string
  /** The current slug, also when an old one was asked for. */
  slug: string
  title: string
  description: string | null
  status: Enums<'course_status'>
  thumbnail_url: string | null
  author_name: string | null
  author_description: string | null
  entitled: boolean
  /** May edit the course and therefore open all of it, in any status. */
  can_preview: boolean
  /** Was entitled once; access has run out. */
  ended: boolean
  modules: OutlineModule[]
}

/**
 * Reads the answer of `course_outline()`: null for an unknown course or one that this person may not
 * know of. Throws DataError `MALFORMED` when it is something else.
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
 * The outline of one course, with what this person has finished and may open, in one call. Null when
 * there is no such course for them. Fails with a DataError.
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
