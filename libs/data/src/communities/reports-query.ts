import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, string, stringOrNull } from '../json'
import { formatCount } from '../wording'
import { communityKeys } from './community'
import { type Post, parsePost } from './post'

/** The number of reasons in an answer about a reported post. */
const MOST_REASONS = 3

/** A reported post, with up to three of the reasons. */
export interface ReportedPost {
  post: Post
  /** Null for people who may not list people, and if the account was deleted. */
  authorId: string | null
  reasons: string[]
}

/** The number of reports that give no reason; 0 if there may be more reasons than the answer holds. */
export const reportsWithoutReason = ({ post, reasons }: Pick<ReportedPost, 'post' | 'reasons'>) =>
  reasons.length < MOST_REASONS ? Math.max(0, post.reports - reasons.length) : 0

/** `2 reports without a reason`; null for none. */
export function withoutReasonText(item: ReportedPost): string | null {
  const count = reportsWithoutReason(item)
  return count === 0
    ? null
    : formatCount(count, 'report without a reason', 'reports without a reason')
}

/** The open reports of a community. */
export interface Reports {
  /** The number of posts with open reports. */
  total: number
  /** The first reported posts, at most eight. */
  items: ReportedPost[]
}

/** The open reports for a community's moderators (rules/communities#own-posts). Fails with a DataError. */
export function reportsQuery(client: DataClient, slug: string) {
  return queryOptions({
    queryKey: communityKeys.reports(slug),
    queryFn: ({ signal }) => readReports(client, slug, signal),
  })
}

/** Reads the same for the back-office. Fails with a DataError. */
export async function readReports(
  client: Pick<DataClient, 'rpc'>,
  slug: string,
  signal: AbortSignal,
): Promise<Reports> {
  const answer = client.rpc('community_reports', { slug }, { get: true })
  return parseReports(unwrap(await answer.abortSignal(signal)))
}

/** Throws DataError `MALFORMED` for data of another shape. */
export function parseReports(json: Json): Reports {
  if (json === null) return { total: 0, items: [] }
  const row = object(json)
  return {
    total: number(row.total),
    items: list(row.items).map((item) => {
      const { post, author_id, reasons } = object(item)
      return {
        post: parsePost(post),
        authorId: stringOrNull(author_id),
        reasons: list(reasons).map(string),
      }
    }),
  }
}
