import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { list, object, string, stringOrNull } from '../json'
import { type Community, parseCommunity } from './community'
import { communityKeys } from './keys'
import { parseThread, type Thread } from './post'

/** A community with its threads, newest first, as far as they were read. */
export interface Feed {
  community: Community
  /** Null for people who may not read them. */
  threads: Thread[] | null
  /** The thread to go on from; null at the end. */
  next: string | null
  /** The database's moment of the answer, ISO: what came later is news. */
  as_of: string
}

/**
 * A community and the first page of its feed; null for one that is none of the person's business.
 * Read once and then kept: it grows by older pages, and new posts are asked for apart, so that
 * nothing moves while a person reads. Fails with a DataError.
 */
export function feedQuery(client: DataClient, slug: string) {
  return queryOptions({
    queryKey: communityKeys.feed(slug),
    queryFn: ({ signal }) => readFeed(client, slug, null, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Reads the page after the last and adds it to the feed. Throws DataError; the feed then stays as it is. */
export async function readOlder(
  client: DataClient,
  queries: QueryClient,
  slug: string,
): Promise<void> {
  const key = communityKeys.feed(slug)
  const before = queries.getQueryData<Feed | null>(key)?.next
  if (!before) return
  const page = await readFeed(client, slug, before)
  queries.setQueryData<Feed | null>(key, (feed) =>
    feed?.next === before ? addOlder(feed, page) : feed,
  )
}

/** The feed with a further page at its end, no thread twice; null once the person may not read it. */
export function addOlder(feed: Feed, page: Feed | null): Feed | null {
  if (!page?.threads || !feed.threads) return page
  const known = new Set(feed.threads.map(({ id }) => id))
  return {
    ...feed,
    community: page.community,
    threads: [...feed.threads, ...page.threads.filter(({ id }) => !known.has(id))],
    next: page.next,
  }
}

async function readFeed(
  client: DataClient,
  slug: string,
  before: string | null,
  signal = new AbortController().signal,
): Promise<Feed | null> {
  const args = before === null ? { slug } : { slug, before }
  return parseFeed(
    unwrap(await client.rpc('community_feed', args, { get: true }).abortSignal(signal)),
  )
}

/** Reads the answer of `community_feed()`; throws DataError `MALFORMED` when it is something else. */
export function parseFeed(json: Json): Feed | null {
  if (json === null) return null
  const row = object(json)
  const community = parseCommunity(row.community)
  if (row.threads === undefined) return { community, threads: null, next: null, as_of: '' }
  return {
    community,
    threads: list(row.threads).map(parseThread),
    next: stringOrNull(row.next),
    as_of: string(row.as_of),
  }
}
