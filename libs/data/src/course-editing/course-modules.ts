import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { unwrap } from '../errors'
import { shape, string } from '../json'
import { filterValue, type ListParams, signalOf } from '../records/list-params'
import { type ModuleSummary, parseCourseContent } from './course-content'

/**
 * Reads Refine's list of `modules`: all modules of one course with all their lessons, in order and without paging
 * (rules/courses#many-lessons). Texts and video ids are left out. Needs a filter by `course_id`. Fails with a
 * DataError.
 */
export async function readCourseContent(
  client: Pick<DataClient, 'rpc'>,
  { filters, meta }: ListParams,
): Promise<{ data: ModuleSummary[]; total: number }> {
  const args = { course_id: filterValue(filters, 'course_id') }
  const answer = client.rpc('course_content', args, { get: true })
  const data = parseCourseContent(unwrap(await answer.abortSignal(signalOf(meta))))
  return { data, total: data.length }
}

/** The title of a new module, and the course to which it is added. */
export type NewModule = Pick<
  Database['public']['Functions']['create_module']['Args'],
  'course_id' | 'title'
>

export const parseMadeModule = shape({ id: string })

/**
 * Creates a record of Refine's resource `modules` at the end of a course. The database determines the position, so that
 * two people can add modules at the same time (rules/courses#last-place). `id` is the operation id
 * (rules/data#idempotent). Throws DataError: `42501`, `PT422` with the sentence for the title, `PT409` `MADE_ALREADY`.
 */
export async function createModule(
  client: Pick<DataClient, 'rpc'>,
  { id, course_id, title }: NewModule & { id: string },
): Promise<{ id: string }> {
  const answer = await client.rpc('create_module', { course_id, title, operation_id: id })
  return parseMadeModule(unwrap(answer))
}
