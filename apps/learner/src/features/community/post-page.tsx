import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { feedQuery } from '@rookies/data/communities/feed-query'
import { authorName } from '@rookies/data/communities/post'
import { isShown } from '@rookies/data/communities/thread-changes'
import { type ThreadPage, threadQuery } from '@rookies/data/communities/thread-query'
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useParams } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { ShowMore } from '../../shared/show-more'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { BackLink } from './back-link'
import styles from './community-page.module.css'
import { BannedPane, ClosedPane, CommunityNotFound, LoadFailed, PostGone } from './panes'
import { PostSkeletons } from './post-skeletons'
import { ReadOnlyNote } from './read-only-note'
import { ThreadCard } from './thread-card'
import { usePostActions } from './use-post-actions'

/** One post with all of its replies, the target of links to a post or a reply (rules/communities#feed). */
export function PostPage() {
  const { slug = '', postId = '' } = useParams()
  const client = useData()
  const page = useInfiniteQuery(threadQuery(client, postId))
  const shown = page.data && isShown(page.data.thread) ? page.data : null
  // If the post does not exist any more, the community's name is taken from the feed.
  const gone = page.data !== undefined && shown === null
  const feed = useInfiniteQuery({ ...feedQuery(client, slug), enabled: gone })

  return (
    <main className={styles.page}>
      <BackLink to={(shown ?? feed.data)?.community} />
      {shown ? (
        <Whole key={postId} page={shown} query={page} postId={postId} />
      ) : page.data !== undefined ? (
        <ThreadUnavailable slug={slug} />
      ) : page.isError ? (
        <LoadFailed
          message={communityMessages.threadFailed}
          again={() => page.refetch()}
          busy={page.isFetching}
        />
      ) : (
        <PostSkeletons />
      )}
    </main>
  )
}

interface WholeProps {
  page: ThreadPage
  query: UseInfiniteQueryResult<ThreadPage | null>
  postId: string
}

function Whole({ page, query, postId }: WholeProps) {
  const { community, thread } = page
  const actions = usePostActions(community)
  const heading = useRef<HTMLHeadingElement>(null)
  const title = thread.gone ? 'A deleted post' : `Post by ${authorName(thread)}`
  usePageTitle(`${title} in ${community.name}`)
  const linked = thread.id !== postId
  useFocusHeading(heading, !linked)

  // The reply in the address may be several pages further on, which are then loaded too.
  const missing = linked && !thread.latest.some(({ id }) => id === postId)

  return (
    <section className={styles.posts} aria-labelledby="posts">
      <h1 id="posts" ref={heading} tabIndex={-1} className={styles.heading}>
        {title}
      </h1>
      <ThreadCard
        thread={thread}
        community={community}
        actions={actions}
        whole
        linkedId={linked ? postId : undefined}
        loadMore={
          <ShowMore
            small
            query={query}
            shown={thread.latest.length}
            wanted={missing}
            label="Show more replies"
            failure={(thrown) => communityFailure(communityMessages.olderFailed, thrown)}
          />
        }
      />
      {!community.can_post && <ReadOnlyNote community={community} />}
    </section>
  )
}

/** Shown when the thread cannot be read. The feed of the community then gives the reason, for example a ban. */
function ThreadUnavailable({ slug }: { slug: string }) {
  const feed = useInfiniteQuery(feedQuery(useData(), slug))
  if (feed.data === undefined) {
    return feed.isError ? (
      <LoadFailed
        message={communityMessages.feedFailed}
        again={() => feed.refetch()}
        busy={feed.isFetching}
      />
    ) : (
      <PostSkeletons />
    )
  }
  if (feed.data === null) return <CommunityNotFound />
  const { community } = feed.data
  if (community.state === 'BANNED') return <BannedPane name={community.name} />
  if (community.state === 'CLOSED') return <ClosedPane community={community} />
  return <PostGone community={community} />
}
