import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { type NameSummary, parseNameSummary } from '../impact/name-summary'
import { boolean, number, object } from '../json'
import type { Content } from './delete-content'

/** The impact on a course, a module or a lesson. Counts that do not apply are 0. */
export interface ContentImpact {
  /** Whether its course is published. */
  open: boolean
  /** People whose access opens the course while it is published. */
  touched: NameSummary
  /** The number of those who have begun the course and not finished it. */
  midst: number
  /** Communities that are open to people with access to the course. */
  communities: NameSummary
  modules: number
  lessons: number
  learnersWithProgress: number
}

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

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseContentImpact(json: Json): ContentImpact {
  const answer = object(json)
  const count = (value: Json | undefined) => (value === undefined ? 0 : number(value))
  return {
    open: boolean(answer.open),
    touched: parseNameSummary(answer.touched),
    midst: count(answer.midst),
    communities: answer.communities
      ? parseNameSummary(answer.communities)
      : { count: 0, names: [] },
    modules: count(answer.modules),
    lessons: count(answer.lessons),
    learnersWithProgress: count(answer.learners_with_progress),
  }
}
