import type { QueryClient } from '@tanstack/react-query'
import type { Feed } from './feed-query'
import { communityKeys } from './keys'
import type { Post, Thread } from './post'
import { addReply, changePost, markGone, takeBack } from './thread-changes'
import type { ThreadPage } from './thread-query'

/** Shows a new thread at the top of a community's feed. */
export function showThread(queries: QueryClient, slug: string, post: Post): void {
  queries.setQueryData<Feed | null>(communityKeys.feed(slug), (feed) =>
    feed?.threads
      ? { ...feed, threads: [{ ...post, replies: 0, latest: [] }, ...feed.threads] }
      : feed,
  )
}

/** Shows a reply wherever its thread is. */
export function showReply(queries: QueryClient, threadId: string, reply: Post): void {
  inAll(queries, (threads) => addReply(threads, threadId, reply))
}

/** Changes a post wherever it is. */
export function showChange(queries: QueryClient, id: string, change: Partial<Post>): void {
  inAll(queries, (threads) => changePost(threads, id, change))
}

/** Takes a post off every page, or puts it back. */
export function showGone(queries: QueryClient, id: string, gone: boolean): void {
  inAll(queries, (threads) => markGone(threads, id, gone))
}

/** Takes a post that could not be sent off every page. */
export function showTakenBack(queries: QueryClient, id: string): void {
  inAll(queries, (threads) => takeBack(threads, id))
}

/** The same change to the threads of every feed and of every page of one thread. */
function inAll(queries: QueryClient, change: (threads: Thread[]) => Thread[]): void {
  queries.setQueriesData<Feed | null>({ queryKey: communityKeys.feeds() }, (feed) =>
    feed?.threads ? { ...feed, threads: change(feed.threads) } : feed,
  )
  queries.setQueriesData<ThreadPage | null>({ queryKey: communityKeys.threads() }, (page) => {
    const thread = page && change([page.thread])[0]
    return page && thread ? { ...page, thread } : page
  })
}
