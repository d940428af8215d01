import type { Community } from '@rookies/data/communities/community'
import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { type Feed, feedQuery } from '@rookies/data/communities/feed-query'
import { seeCommunity } from '@rookies/data/communities/see-community'
import { isShown } from '@rookies/data/communities/thread-changes'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { Composer } from '../../shared/composer'
import { useData } from '../../shared/data-context'
import { ShowMore } from '../../shared/show-more'
import { usePageTitle } from '../../shared/use-page-title'
import { BackLink } from './back-link'
import { CommunityHead } from './community-head'
import styles from './community-page.module.css'
import { NewPosts } from './new-posts'
import { BannedPane, ClosedPane, CommunityNotFound, LoadFailed } from './panes'
import { PostSkeletons } from './post-skeletons'
import { ReadOnlyNote } from './read-only-note'
import { ReportedPosts } from './reported-posts'
import { ThreadCard } from './thread-card'
import { usePostActions } from './use-post-actions'

/** One community: its posts and the composer (rules/communities#feed). */
export function CommunityPage() {
  const { slug = '' } = useParams()
  const feed = useInfiniteQuery(feedQuery(useData(), slug))
  usePageTitle(feed.data?.community.name ?? 'Communities')
  const older = (
    <ShowMore
      query={feed}
      shown={feed.data?.threads?.length ?? 0}
      label="Show older posts"
      failure={(thrown) => communityFailure(communityMessages.olderFailed, thrown)}
    />
  )

  return (
    <main className={styles.page}>
      <BackLink />
      {feed.data ? (
        // The key resets the composer and its draft when the community changes.
        <Content key={slug} feed={feed.data} older={older} />
      ) : feed.data === null ? (
        <CommunityNotFound />
      ) : feed.isError ? (
        <LoadFailed
          message={communityMessages.feedFailed}
          again={() => feed.refetch()}
          busy={feed.isFetching}
        />
      ) : (
        <PostSkeletons head />
      )}
    </main>
  )
}

interface ContentProps {
  feed: Feed
  /** The button that loads older posts. */
  older: ReactNode
}

function Content({ feed, older }: ContentProps) {
  const { community, threads } = feed
  useSeen(feed)
  if (community.state === 'BANNED') return <BannedPane name={community.name} />
  if (community.state === 'CLOSED') return <ClosedPane community={community} />
  return (
    <>
      <CommunityHead community={community} />
      {threads ? (
        <Posts community={community} threads={threads} feed={feed} older={older} />
      ) : (
        <p className={styles.note}>Join to read and write posts.</p>
      )}
    </>
  )
}

/** Marks the posts on screen as seen. If the request fails, the next visit repeats it. */
function useSeen({ community: { slug, state }, as_of }: Feed): void {
  const client = useData()
  const queries = useQueryClient()
  useEffect(() => {
    if (state === 'JOINED') seeCommunity(client, queries, slug, as_of).catch(() => undefined)
  }, [client, queries, slug, state, as_of])
}

interface PostsProps extends ContentProps {
  community: Community
  threads: NonNullable<Feed['threads']>
}

function Posts({ community, threads, feed, older }: PostsProps) {
  const actions = usePostActions(community)
  const shown = threads.filter(isShown)
  return (
    <>
      {community.moderates && <ReportedPosts community={community} actions={actions} />}
      {community.can_post ? (
        <Composer
          label="Write a post"
          labelHidden
          placeholder={
            community.read_only
              ? 'Write to everyone here'
              : 'Ask a question, answer one, or show your work'
          }
          place={community.id}
          send="Post"
          sending="Posting..."
          failure={(thrown) => communityFailure(communityMessages.sendFailed, thrown)}
          onSend={(draft) => actions.send(draft, null)}
        />
      ) : (
        <ReadOnlyNote community={community} />
      )}
      <section className={styles.posts} aria-labelledby="posts">
        <h2 id="posts" tabIndex={-1} className={styles.heading}>
          Posts
        </h2>
        <NewPosts slug={community.slug} since={feed.as_of} />
        {shown.length > 0 ? (
          <ul className={styles.list}>
            {shown.map((thread) => (
              <li key={thread.id}>
                <ThreadCard thread={thread} community={community} actions={actions} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState level={3} icon={<MessagesSquare />} title="No posts yet">
            {community.can_post && <p>Say hello: the first post is often the hardest.</p>}
          </EmptyState>
        )}
        {older}
      </section>
    </>
  )
}
