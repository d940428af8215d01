import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, changed, listOf, number, or, orNull, shape, string } from '../json'
import { formatCount } from '../wording'
import { communityKeys } from './community'
import { parsePost } from './post'

/** The number of reasons in an answer about a reported post. */
const MOST_REASONS = 3

const parseReportedPost = changed(
  shape({ post: parsePost, author_id: orNull(string), reasons: listOf(string) }),
  ({ author_id, ...item }) => ({
    ...item,
    /** Null for people who may not list people, and if the account was deleted. */
    authorId: author_id,
  }),
)
/** A reported post, with up to three of the reasons. */
export type ReportedPost = Answer<typeof parseReportedPost>

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
