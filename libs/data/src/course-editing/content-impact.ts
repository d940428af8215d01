import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { parseNameSummary } from '../impact/name-summary'
import { type Answer, boolean, changed, number, or, shape } from '../json'
import type { Content } from './delete-content'

export const parseContentImpact = changed(
  shape({
    /** Whether the course is published. */
    open: boolean,
    /** The people who have access to the course, whether it is published or not. */
    touched: parseNameSummary,
    /** The number of these people who have begun the course and not finished it. */
    midst: or(number, 0),
    /** The communities that are open to everybody who has access to the course. */
    communities: or(parseNameSummary, { count: 0, names: [] }),
    modules: or(number, 0),
    lessons: or(number, 0),
    learners_with_progress: or(number, 0),
  }),
  ({ learners_with_progress, ...impact }) => ({
    ...impact,
    learnersWithProgress: learners_with_progress,
  }),
)
/** The effect of deleting or publishing a course, module or lesson. Counts that do not apply are 0. */
export type ContentImpact = Answer<typeof parseContentImpact>

/**
 * Counts and names the people and communities that the deletion of a course, module or lesson affects, or the
 * publishing or unpublishing of a course (rules/courses#deletion-impact, rules/members#touched). Never cached. Fails
 * with a DataError.
 */
export async function readContentImpact(
  client: Pick<DataClient, 'rpc'>,
  content: Content,
): Promise<ContentImpact> {
  return parseContentImpact(await ask(client, content))
}

async function ask(client: Pick<DataClient, 'rpc'>, { kind, id }: Content): Promise<Json> {
  switch (kind) {
    case 'course':
      return unwrap(await client.rpc('course_impact', { course_id: id }))
    case 'module':
      return unwrap(await client.rpc('module_impact', { module_id: id }))
    case 'lesson':
      return unwrap(await client.rpc('lesson_impact', { lesson_id: id }))
  }
}
