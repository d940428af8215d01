import type { DataClient } from '../client'
import { type Database, type Json, LESSON_CONTENT_TYPE, VIDEO_PROVIDER } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { filterValue, type ListParams, signalOf } from '../records/list-params'
import type { LessonSummary, ModuleSummary } from './course-content'

/**
 * Reads Refine's list of `modules`: all modules of one course with all their lessons in order, however many
 * (rules/courses#many-lessons), without texts and video ids. Needs a filter by `course_id`. Fails with a DataError.
 */
export async function readCourseContent(
  client: Pick<DataClient, 'rpc'>,
  { filters, meta }: ListParams,
): Promise<{ data: ModuleSummary[]; total: number }> {
  const args = { course_id: filterValue(filters, 'course_id') }
  const answer = client.rpc('course_content', args, { get: true })
  const data = list(unwrap(await answer.abortSignal(signalOf(meta)))).map(parseModule)
  return { data, total: data.length }
}

function parseModule(json: Json): ModuleSummary {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    index: number(row.index),
    updated_at: string(row.updated_at),
    lessons: list(row.lessons).map(parseLesson),
  }
}

function parseLesson(json: Json): LessonSummary {
  const row = object(json)
  return {
    id: string(row.id),
    title: string(row.title),
    index: number(row.index),
    content_type: oneOf(LESSON_CONTENT_TYPE, row.content_type),
    video_provider: oneOf(VIDEO_PROVIDER, row.video_provider),
    duration_sec: number(row.duration_sec),
    free_preview: boolean(row.free_preview),
    description: stringOrNull(row.description),
  }
}

/** The course of a new module, and its title. */
export type NewModule = Pick<
  Database['public']['Functions']['create_module']['Args'],
  'course_id' | 'title'
>

/**
 * Creates one of Refine's `modules` as the last of a course. The database determines the position, so that two people
 * can add modules at the same time (rules/courses#last-place). `id` is the operation id (rules/data#idempotent).
 * Throws DataError: `42501`, `PT422` with the sentence for the title, `PT409` `MADE_ALREADY`.
 */
export async function createModule(
  client: Pick<DataClient, 'rpc'>,
  { id, course_id, title }: NewModule & { id: string },
): Promise<{ id: string }> {
  const answer = await client.rpc('create_module', { course_id, title, operation_id: id })
  return { id: string(object(unwrap(answer)).id) }
}
