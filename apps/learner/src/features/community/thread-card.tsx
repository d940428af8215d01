import type { Community } from '@rookies/data/communities/community'
import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { postPath } from '@rookies/data/communities/paths'
import { authorName, type Thread } from '@rookies/data/communities/post'
import { readTextDraft } from '@rookies/data/device/text-drafts'
import { currentUserId } from '@rookies/data/session/current-user'
import { useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { Composer } from '../../shared/composer'
import { Button } from '../../ui/button'
import { PostItem } from './post-item'
import styles from './thread-card.module.css'
import type { usePostActions } from './use-post-actions'

interface ThreadCardProps {
  thread: Thread
  community: Community
  actions: ReturnType<typeof usePostActions>
  /** True for the page of the thread, which has all replies or loads them with `loadMore`. */
  whole?: boolean
  /** The button that loads more replies. */
  loadMore?: ReactNode
  /** The id of the post or reply in the address. */
  linkedId?: string | undefined
}

/** A post with its replies, or the latest of them, and a composer for a reply. */
export function ThreadCard(props: ThreadCardProps) {
  const { thread, community, actions, whole = false, loadMore, linkedId } = props
  const person = currentUserId(useQueryClient())
  const begun = useMemo(
    () => person !== undefined && readTextDraft(person, thread.id) !== null,
    [person, thread.id],
  )
  const [asked, setAnswering] = useState<boolean | null>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const stopAnswering = () => {
    setAnswering(false)
    requestAnimationFrame(() => opener.current?.focus({ preventScroll: true }))
  }
  const answering = whole || (asked ?? begun)
  const replies = thread.latest.filter((reply) => !reply.gone)
  const hidden = whole ? 0 : thread.replies - replies.length
  const mayAnswer = community.can_post && !thread.gone && !thread.pending

  return (
    <div className={styles.card}>
      <PostItem
        post={thread}
        community={community}
        actions={actions}
        linked={thread.id === linkedId}
      >
        {(replies.length > 0 || hidden > 0) && (
          <div className={styles.replies}>
            {hidden > 0 && (
              <Link to={postPath(community.slug, thread.id)} className={styles.all}>
                View all {thread.replies} replies
              </Link>
            )}
            <ul className={styles.list} aria-label={`Replies to ${authorName(thread)}`}>
              {replies.map((reply) => (
                <li key={reply.id}>
                  <PostItem
                    post={reply}
                    community={community}
                    actions={actions}
                    linked={reply.id === linkedId}
                  />
                </li>
              ))}
            </ul>
            {loadMore}
          </div>
        )}
      </PostItem>
      {mayAnswer &&
        (answering ? (
          <Composer
            label={whole ? 'Write a reply' : `Reply to ${authorName(thread)}`}
            place={thread.id}
            send="Reply"
            sending="Replying..."
            failure={(thrown) => communityFailure(communityMessages.sendFailed, thrown)}
            onSend={(draft) => actions.send(draft, thread.id)}
            {...(!whole && {
              onDone: stopAnswering,
              onCancel: stopAnswering,
              focused: asked === true,
            })}
          />
        ) : (
          <div>
            <Button
              ref={opener}
              small
              variant="quiet"
              aria-label={`Reply to ${authorName(thread)}`}
              onClick={() => setAnswering(true)}
            >
              <MessageCircle aria-hidden="true" /> Reply
            </Button>
          </div>
        ))}
    </div>
  )
}
