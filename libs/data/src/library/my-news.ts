import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { lessonPath, questionPath } from '../course-viewing/paths'
import { unwrap } from '../errors'
import { type Answer, among, boolean, listOf, number, shape, string } from '../json'
import { formatCount } from '../wording'
import { libraryKeys } from './library-query'

const parseOne = shape({
  kind: among(['RETURNED', 'PASSED', 'ANSWERED']),
  /** Of the assignment or the question. */
  id: string,
  title: string,
  lesson_id: string,
  /** The title of the lesson. */
  lesson: string,
  course: string,
  /** The slug of the course. */
  slug: string,
  /** ISO date: when the review was published, or the newest answer was written. */
  at: string,
  /** Whether the person asked the question; true for work. */
  mine: boolean,
  /** How many answers of others there are in the last seven days; 1 for work. */
  times: number,
})
/** Work that a review asks the person to go on with or that has passed, or a question of theirs with new answers. */
export type News = Answer<typeof parseOne>

export const parseNews = listOf(parseOne)

/**
 * What came back to the person and what was answered, the newest first, in one call (rules/learning#news). Fails with a
 * DataError.
 */
export function myNewsQuery(client: DataClient) {
  return queryOptions({
    queryKey: libraryKeys.news(),
    queryFn: async ({ signal }) =>
      parseNews(unwrap(await client.rpc('my_news', undefined, { get: true }).abortSignal(signal))),
    // Most people have no news, which says nothing about the account.
    meta: { oftenEmpty: true },
  })
}

/** Returns the address to which an entry leads: the assignment, or the question under its lesson. */
export function newsPath({ kind, id, lesson_id, slug }: News): string {
  return kind === 'ANSWERED' ? questionPath(slug, lesson_id, id) : lessonPath(slug, lesson_id)
}

/** Returns what happened, in words: `Passed`, `2 new answers to your question`. */
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
