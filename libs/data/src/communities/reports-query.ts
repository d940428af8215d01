import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, changed, listOf, number, or, orNull, shape, string } from '../json'
import { formatCount } from '../wording'
import { communityKeys } from './community'
import { parsePost } from './post'

/** The maximum number of reasons in an answer about a reported post. */
const MAX_REASONS = 3

const parseReportedPost = changed(
  shape({ post: parsePost, author_id: orNull(string), reasons: listOf(string) }),
  ({ author_id, ...item }) => ({
    ...item,
    /** Null if the account was deleted, and for people who may not see lists of people. */
    authorId: author_id,
  }),
)
/** A reported post, with up to three of the reasons. */
export type ReportedPost = Answer<typeof parseReportedPost>

/** Returns the number of reports without a reason; 0 if the answer may not contain all reasons. */
export const reportsWithoutReason = ({ post, reasons }: Pick<ReportedPost, 'post' | 'reasons'>) =>
  reasons.length < MAX_REASONS ? Math.max(0, post.reports - reasons.length) : 0

/** Returns a text such as `2 reports without a reason`; null if there are none. */
export function withoutReasonText(item: ReportedPost): string | null {
  const count = reportsWithoutReason(item)
  return count === 0
    ? null
    : formatCount(count, 'report without a reason', 'reports without a reason')
}

export const parseReports = or(
  shape({
    /** The number of posts with open reports. */
    total: number,
    /** The first reported posts, at most eight. */
    items: listOf(parseReportedPost),
  }),
  { total: 0, items: [] },
)
/** The open reports of a community. */
export type Reports = Answer<typeof parseReports>

/** Reads the open reports of a community, for its moderators (rules/communities#own-posts). Fails with a DataError. */
export function reportsQuery(client: DataClient, slug: string) {
  return queryOptions({
    queryKey: communityKeys.reports(slug),
    queryFn: ({ signal }) => readReports(client, slug, signal),
  })
}

/** Reads the open reports of a community for the back-office. Fails with a DataError. */
export async function readReports(
  client: Pick<DataClient, 'rpc'>,
  slug: string,
  signal: AbortSignal,
): Promise<Reports> {
  const answer = client.rpc('community_reports', { slug }, { get: true })
  return parseReports(unwrap(await answer.abortSignal(signal)))
}
