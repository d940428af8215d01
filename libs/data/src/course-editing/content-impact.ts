import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { number, object } from '../json'
import type { Content } from './delete-content'

/** What hangs on a course, a module or a lesson. Counts that do not apply are 0. */
export interface ContentImpact {
  modules: number
  lessons: number
  /** People with access at this moment. */
  learners: number
  learnersWithProgress: number
}

/**
 * Counts what would go with a course, module or lesson, for what a screen says before it deletes,
 * publishes or unpublishes (rules/courses#deletion-impact). Never cached. Fails with a DataError.
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

/** Reads the answer of an impact function; throws DataError `MALFORMED` when it is something else. */
export function parseContentImpact(json: Json): ContentImpact {
  const answer = object(json)
  const count = (value: Json | undefined) => (value === undefined ? 0 : number(value))
  return {
    modules: count(answer.modules),
    lessons: count(answer.lessons),
    learners: count(answer.learners),
    learnersWithProgress: count(answer.learners_with_progress),
  }
}
