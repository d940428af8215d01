import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'
import { communityKeys } from './community'
import { type Feed, wholeFeed } from './feed-query'
import type { Post, Thread } from './post'
import { addReply, changePost, markGone, removePost } from './thread-changes'
import { type ThreadPage, wholeThread } from './thread-query'

/** Adds a new thread at the top of a community's feed. */
export function showThread(queries: QueryClient, slug: string, post: Post): void {
  changeFeeds(queries, communityKeys.feed(slug), (threads) => [
    { ...post, replies: 0, latest: [] },
    ...threads,
  ])
}

/** Adds a reply on every page that shows its thread. */
export function showReply(queries: QueryClient, threadId: string, reply: Post): void {
  inAll(queries, (threads) => addReply(threads, threadId, reply))
}

/** Changes a post on every page that shows it. */
export function showChange(queries: QueryClient, id: string, change: Partial<Post>): void {
  inAll(queries, (threads) => changePost(threads, id, change))
}

/** Marks a post as deleted on every page, or restores it. */
export function showGone(queries: QueryClient, id: string, gone: boolean): void {
  inAll(queries, (threads) => markGone(threads, id, gone))
}

/** Removes a post that could not be sent from every page. */
export function showTakenBack(queries: QueryClient, id: string): void {
  inAll(queries, (threads) => removePost(threads, id))
}

type ChangeThreads = (threads: Thread[]) => Thread[]

/** Applies a change to the threads of all feeds and of all pages of threads. */
function inAll(queries: QueryClient, change: ChangeThreads): void {
  changeFeeds(queries, communityKeys.feeds(), change)
  changePages<ThreadPage>(queries, communityKeys.threads(), wholeThread, (page) => {
    const [thread] = change([page.thread])
    return thread ? { ...page, thread } : page
  })
}

function changeFeeds(queries: QueryClient, queryKey: QueryKey, change: ChangeThreads): void {
  changePages<Feed>(queries, queryKey, wholeFeed, (feed) =>
    feed.threads ? { ...feed, threads: change(feed.threads) } : feed,
  )
}

/** Applies a change to all pages of a query together, because each page repeats the facts about the community. */
function changePages<Page>(
  queries: QueryClient,
  queryKey: QueryKey,
  join: (data: InfiniteData<Page | null>) => Page | null,
  change: (page: Page) => Page,
): void {
  // The answer to a request that was sent before the change would show the old state.
  void queries.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined })
  queries.setQueriesData<InfiniteData<Page | null>>({ queryKey }, (data) => {
    const known = data && join(data)
    return known ? { pages: [change(known)], pageParams: data.pageParams.slice(0, 1) } : data
  })
}
