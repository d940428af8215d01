import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { lessonPath, questionPath } from '../course-viewing/paths'
import { unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, shape, string } from '../json'
import { formatCount } from '../wording'
import { libraryKeys } from './library-query'

const parseOne = shape({
  kind: among(['RETURNED', 'PASSED', 'ANSWERED']),
  /** The id of the assignment or the question. */
  id: string,
  title: string,
  lesson_id: string,
  /** The title of the lesson. */
  lesson: string,
  course: string,
  /** The slug of the course. */
  slug: string,
  /** When the review was published, or the newest answer was written, as an ISO date. */
  at: string,
  /** Whether the person asked the question; true for assignments. */
  mine: boolean,
  /** The number of answers by others in the last seven days; 1 for assignments. */
  times: number,
})
/** Work that was reviewed, or a question of the person, or one that they follow, with new answers. */
export type News = Answer<typeof parseOne>

export const parseNews = listOf(parseOne)

/**
 * Reads reviewed work and answered questions of the person, newest first (rules/learning#news). Fails with a DataError.
 */
export function myNewsQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.news(),
    queryFn: async ({ signal }) =>
      parseNews(unwrap(await client.rpc('my_news', undefined, { get: true }).abortSignal(signal))),
    // Most people have no news, so an empty answer does not mean that the account is disabled.
    meta: { oftenEmpty: true },
  })
}

/** Returns the address of an entry: the assignment, or the question under its lesson. */
export function newsPath({ kind, id, lesson_id, slug }: News): string {
  return kind === 'ANSWERED' ? questionPath(slug, lesson_id, id) : lessonPath(slug, lesson_id)
}

/** Returns what happened, as text: `Passed`, `2 new answers to your question`. */
export function newsText({ kind, mine, times }: News): string {
  switch (kind) {
    case 'PASSED':
      return 'Passed'
    case 'RETURNED':
      return 'Came back: Please go on'
    case 'ANSWERED':
      return `${formatCount(times, 'new answer')} to ${mine ? 'your question' : 'a question that you follow'}`
  }
}
