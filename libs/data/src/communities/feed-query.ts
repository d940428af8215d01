import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, both, listOf, object, orNull, shape, string } from '../json'
import { communityKeys, parseCommunity } from './community'
import { parseThread } from './post'

const parseThreads = shape({
  /** The threads of the page; null for people who may not read them. */
  threads: orNull(listOf(parseThread)),
  /** The cursor of the next page; null on the last page. */
  next: orNull(string),
  /** When the server answered, as an ISO date. Posts after that moment count as news. */
  as_of: string,
})
const UNREAD: Answer<typeof parseThreads> = { threads: null, next: null, as_of: '' }

export const parseFeed = orNull(
  both(shape({ community: parseCommunity }), (answer) =>
    object(answer).threads === undefined ? UNREAD : parseThreads(answer),
  ),
)
/** A community with its loaded threads, newest first. */
export type Feed = NonNullable<Answer<typeof parseFeed>>

/**
 * Reads a community and its feed, page by page; null if the person may not know of the community. The feed is read only
 * once: older pages are appended, and new posts are counted separately, so that nothing moves while the person reads.
 * Fails with a DataError.
 */
export function feedQuery(client: DataClient, slug: string) {
  return infiniteQueryOptions({
    queryKey: communityKeys.feed(slug),
    queryFn: ({ pageParam, signal }) => readFeed(client, slug, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: Feed | null) => last?.next,
    select: wholeFeed,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Merges the pages of a feed. */
export function wholeFeed({ pages }: Pick<InfiniteData<Feed | null>, 'pages'>): Feed | null {
  return pages.reduce((feed, page) => feed && addOlder(feed, page))
}

/** Appends a page to a feed without repeating threads. Returns null if the person may no longer read the feed. */
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
  signal: AbortSignal,
): Promise<Feed | null> {
  const args = before === null ? { slug } : { slug, before }
  return parseFeed(
    unwrap(await client.rpc('community_feed', args, { get: true }).abortSignal(signal)),
  )
}

const ASKED_EVERY_MS = 45_000

/**
 * Counts the posts and replies that others have written since a moment (ISO date), up to 100. The query is repeated
 * while the page is visible, also after a failure.
 */
export function newsQuery(client: DataClient, slug: string, since: string) {
  return queryOptions({
    queryKey: communityKeys.news(slug, since),
    queryFn: async ({ signal }): Promise<number> =>
      unwrap(
        await client.rpc('community_news', { slug, since }, { get: true }).abortSignal(signal),
      ),
    // The feed has just been read, so there are no news yet.
    initialData: 0,
    staleTime: ASKED_EVERY_MS,
    refetchInterval: ASKED_EVERY_MS,
    retry: false,
  })
}
