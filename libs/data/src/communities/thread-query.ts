import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, changed, listOf, number, orNull, shape, string } from '../json'
import { communityKeys, parseCommunity } from './community'
import { parsePost } from './post'

const parseLoaded = changed(
  shape({
    community: parseCommunity,
    post: parsePost,
    total: number,
    replies: listOf(parsePost),
    /** The cursor of the next page of replies; null on the last page. */
    next: orNull(string),
  }),
  ({ post, total, replies, ...page }) => ({
    ...page,
    thread: { ...post, replies: total, latest: replies },
  }),
)
export const parseThreadPage = orNull(parseLoaded)
/** A thread with the replies that were loaded, oldest first. */
export type ThreadPage = Answer<typeof parseLoaded>

/**
 * Reads the thread of a post or reply, with whole texts and with its replies page by page; null if it was deleted or
 * the person may not read it. Fails with a DataError.
 */
export function threadQuery(client: DataClient, postId: string) {
  return infiniteQueryOptions({
    queryKey: communityKeys.thread(postId),
    queryFn: ({ pageParam, signal }) => readThread(client, postId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (last: ThreadPage | null) => last?.next,
    select: wholeThread,
    refetchOnWindowFocus: false,
  })
}

/** Merges the pages of a thread. */
export function wholeThread({
  pages,
}: Pick<InfiniteData<ThreadPage | null>, 'pages'>): ThreadPage | null {
  return pages.reduce((known, page) => known && addFurther(known, page))
}

/** Appends a page of replies without repeating any. Returns null if the person may no longer read the thread. */
export function addFurther(known: ThreadPage, page: ThreadPage | null): ThreadPage | null {
  if (!page) return null
  const read = new Set(page.thread.latest.map(({ id }) => id))
  return {
    ...page,
    thread: {
      ...page.thread,
      // The page can contain the person's own new reply, which is already shown at the end.
      latest: [...known.thread.latest.filter(({ id }) => !read.has(id)), ...page.thread.latest],
    },
  }
}

async function readThread(
  client: DataClient,
  postId: string,
  after: string | null,
  signal: AbortSignal,
): Promise<ThreadPage | null> {
  const args = after === null ? { post_id: postId } : { post_id: postId, after }
  return parseThreadPage(
    unwrap(await client.rpc('community_thread', args, { get: true }).abortSignal(signal)),
  )
}
