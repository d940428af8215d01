import type { Community } from '@rookies/data/communities/community'
import { postPath } from '@rookies/data/communities/paths'
import { authorName, type Post } from '@rookies/data/communities/post'
import { Ellipsis, Flag, Pencil, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Menu, type MenuItem } from '../../ui/menu'
import styles from './post-menu.module.css'
import type { usePostActions } from './use-post-actions'

interface PostMenuProps {
  post: Post
  community: Community
  actions: ReturnType<typeof usePostActions>
  onEdit: () => void
}

/** The menu of a post's actions that the person may take; draws nothing if there are none. */
export function PostMenu({ post, community, actions, onEdit }: PostMenuProps) {
  const [asked, setAsked] = useState<'delete' | 'report' | null>(null)
  const [reason, setReason] = useState('')
  const id = useId()
  const mine = post.mine && community.state === 'JOINED'
  const close = () => setAsked(null)

  const items: MenuItem[] = []
  if (mine) {
    const edit = { label: 'Edit', icon: <Pencil /> }
    // The feed has only the beginning of a long post, so it is edited on the page of its thread.
    items.push(
      post.cut
        ? { ...edit, kind: 'link', to: postPath(community.slug, post.id) }
        : { ...edit, kind: 'action', onSelect: onEdit },
    )
  }
  if (!post.mine && !post.reported) {
    const report = () => setAsked('report')
    items.push({ kind: 'action', label: 'Report', icon: <Flag />, onSelect: report })
  }
  if (mine || community.moderates) {
    const remove = () => setAsked('delete')
    items.push({ kind: 'action', label: 'Delete', icon: <Trash2 data-danger />, onSelect: remove })
  }
  if (items.length === 0) return null

  const remove = () => {
    actions.remove(post)
    // The dialog returns the focus to the button that opened it, which is removed with the post. So the focus moves one
    // frame later.
    requestAnimationFrame(() => document.getElementById('posts')?.focus({ preventScroll: true }))
  }

  return (
    <>
      <Menu
        label={`Options for the post by ${authorName(post)}`}
        trigger={<Ellipsis />}
        items={items}
      />
      {asked === 'delete' && (
        <ConfirmDialog
          title="Delete this post?"
          confirm="Delete"
          danger
          onConfirm={remove}
          onClose={close}
        >
          <p>
            {post.mine
              ? 'It is deleted for everyone. Replies to it stay.'
              : `The post by ${authorName(post)} is deleted for everyone. Replies to it stay.`}
          </p>
        </ConfirmDialog>
      )}
      {asked === 'report' && (
        <ConfirmDialog
          title="Report this post?"
          confirm="Report"
          onConfirm={() => actions.report(post, reason)}
          onClose={close}
        >
          <p>
            The moderators of this community will look at it. They are not told who reported it.
          </p>
          <div className={styles.field}>
            <label htmlFor={id}>What is wrong with it? (optional)</label>
            <textarea
              dir="auto"
              id={id}
              className={styles.reason}
              data-autofocus
              rows={3}
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
