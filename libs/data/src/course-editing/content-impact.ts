import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { parseNameSummary } from '../impact/name-summary'
import { type Answer, boolean, changed, number, or, shape } from '../json'
import type { Content } from './delete-content'

export const parseContentImpact = changed(
  shape({
    /** Whether its course is published. */
    open: boolean,
    /** People whose access opens the course while it is published. */
    touched: parseNameSummary,
    /** The number of those who have begun the course and not finished it. */
    midst: or(number, 0),
    /** Communities that are open to people with access to the course. */
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
/** The impact on a course, a module or a lesson. Counts that do not apply are 0. */
export type ContentImpact = Answer<typeof parseContentImpact>

/**
 * Counts and names what the deletion of a course, module or lesson concerns, or the publishing or unpublishing of a
 * course (rules/courses#deletion-impact, rules/members#touched). Never cached. Fails with a DataError.
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
