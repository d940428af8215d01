import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, number, object, string, stringOrNull } from '../json'
import { communityKeys } from './keys'
import { type Post, parsePost } from './post'

/** A post that people reported, with up to three of their reasons. */
export interface ReportedPost {
  post: Post
  /** Null for those who may not list people, and when the account is gone. */
  authorId: string | null
  reasons: string[]
}

/** The open reports of a community. */
export interface Reports {
  /** How many posts have some. */
  total: number
  /** Those reported first, eight at most. */
  items: ReportedPost[]
}

/** What a community's moderators have to look at (rules/communities#own-posts). Fails with a DataError. */
export function reportsQuery(client: DataClient, slug: string) {
  return queryOptions({
    queryKey: communityKeys.reports(slug),
    queryFn: ({ signal }) => readReports(client, slug, signal),
  })
}

/** The same, for the back-office. Fails with a DataError. */
export async function readReports(
  client: Pick<DataClient, 'rpc'>,
  slug: string,
  signal: AbortSignal,
): Promise<Reports> {
  const answer = client.rpc('community_reports', { slug }, { get: true })
  return parseReports(unwrap(await answer.abortSignal(signal)))
}

/** Reads the answer of `community_reports()`; throws DataError `MALFORMED` when it is something else. */
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
