import type { Community } from '@rookies/data/communities/community'
import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { postPath } from '@rookies/data/communities/paths'
import { authorName, type Post, postTime } from '@rookies/data/communities/post'
import { serverNow } from '@rookies/data/server-clock'
import { localMoment } from '@rookies/data/time/moment-text'
import { Avatar } from '@rookies/ui/components/avatar/avatar'
import { Flag } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Composer } from '../../shared/composer'
import styles from './post-item.module.css'
import { PostMenu } from './post-menu'
import { PostText } from './post-text'
import type { usePostActions } from './use-post-actions'

export interface PostItemProps {
  post: Post
  community: Community
  actions: ReturnType<typeof usePostActions>
  /** True if the address names this post: the post is marked, and the page scrolls to it. */
  linked?: boolean
  /** The replies and the composer for another one. */
  children?: ReactNode
}

/** One post or reply, with the actions that the person may take (rules/communities#own-posts). */
export function PostItem({ post, community, actions, linked = false, children }: PostItemProps) {
  const [editing, setEditing] = useState(false)
  const item = useRef<HTMLElement>(null)
  const path = postPath(community.slug, post.id)
  const name = authorName(post)

  useEffect(() => {
    if (!linked) return
    item.current?.scrollIntoView({ block: 'center' })
    item.current?.focus({ preventScroll: true })
  }, [linked])

  if (post.gone) {
    return (
      <article className={styles.post} aria-label="Deleted post">
        <p className={styles.gone}>This post was deleted.</p>
        {children}
      </article>
    )
  }
  return (
    <article
      ref={item}
      className={styles.post}
      aria-label={`Post by ${name}`}
      aria-busy={post.pending || undefined}
      data-linked={linked || undefined}
      tabIndex={linked ? -1 : undefined}
    >
      <header className={styles.header}>
        <Avatar name={post.former ? null : name} email={post.former ? '–' : null} />
        <div className={styles.who}>
          <strong dir="auto" className={styles.name}>
            {name}
          </strong>
          {post.leads && <span className={styles.badge}>Moderator</span>}
          <span className={styles.when}>
            {post.pending ? (
              'Sending...'
            ) : (
              <Link to={path} className={styles.time}>
                <time dateTime={post.at} title={localMoment(post.at)}>
                  {postTime(post.at, serverNow())}
                </time>
              </Link>
            )}
            {post.edited && ' · Edited'}
          </span>
        </div>
        {!post.pending && !editing && (
          <PostMenu
            post={post}
            community={community}
            actions={actions}
            onEdit={() => setEditing(true)}
          />
        )}
      </header>
      {editing ? (
        <Composer
          label="Edit your post"
          place={`edit:${post.id}`}
          initial={post.body}
          send="Save"
          sending="Saving..."
          failure={(thrown) => communityFailure(communityMessages.editFailed, thrown)}
          onSend={({ text }) => actions.edit(post, text)}
          onDone={() => setEditing(false)}
          onCancel={() => setEditing(false)}
          focused
        />
      ) : (
        <div className={styles.body}>
          <PostText text={post.cut ? `${post.body}…` : post.body} />
          {post.cut && <Link to={path}>Show the whole post</Link>}
        </div>
      )}
      {(post.reports > 0 || post.reported) && (
        <p className={styles.reported}>
          <Flag aria-hidden="true" />
          {post.reports > 0
            ? `Reported by ${post.reports === 1 ? 'one person' : `${post.reports} people`}`
            : 'You reported this post'}
        </p>
      )}
      {children}
    </article>
  )
}
