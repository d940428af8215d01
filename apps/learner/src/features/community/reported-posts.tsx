import { showChange } from '@rookies/data/communities/cache'
import { type Community, communityKeys } from '@rookies/data/communities/community'
import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { postPath } from '@rookies/data/communities/paths'
import { authorName } from '@rookies/data/communities/post'
import { resolveReports } from '@rookies/data/communities/post-acts'
import {
  type ReportedPost,
  type Reports,
  reportsQuery,
  withoutReasonText,
} from '@rookies/data/communities/reports-query'
import { formatCount } from '@rookies/data/wording'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { showError, showToast } from '../../ui/toast-store'
import { PostText } from './post-text'
import styles from './reported-posts.module.css'
import type { usePostActions } from './use-post-actions'

interface ReportedPostsProps {
  community: Community
  actions: ReturnType<typeof usePostActions>
}

/** Lists reported posts for moderators, who dismiss the reports or delete the post (rules/communities#own-posts). */
export function ReportedPosts({ community, actions }: ReportedPostsProps) {
  const client = useData()
  const queries = useQueryClient()
  const heading = useRef<HTMLHeadingElement>(null)
  const reports = useQuery(reportsQuery(client, community.slug))
  const [doomed, setDoomed] = useState<ReportedPost | null>(null)

  const dismiss = useMutation({
    mutationFn: ({ post }: ReportedPost) => resolveReports(client, post.id),
    onSuccess: (_nothing, { post }) => {
      showChange(queries, post.id, { reports: 0 })
      queries.setQueryData<Reports>(
        communityKeys.reports(community.slug),
        (known) =>
          known && {
            total: known.total - 1,
            items: known.items.filter((item) => item.post.id !== post.id),
          },
      )
      void queries.invalidateQueries({ queryKey: communityKeys.reports(community.slug) })
      void queries.invalidateQueries({ queryKey: communityKeys.mine() })
      showToast({ tone: 'success', title: 'Reports dismissed' })
      heading.current?.focus({ preventScroll: true })
    },
    onError: (thrown) => showError(communityFailure(communityMessages.resolveFailed, thrown)),
  })

  if (reports.isError && !reports.data) {
    return (
      <section className={styles.panel} aria-label="Reported posts">
        <p role="alert">{communityMessages.reportsFailed}</p>
        <Button small onClick={() => reports.refetch()} disabled={reports.isFetching}>
          Try Again
        </Button>
      </section>
    )
  }
  const { total, items } = reports.data ?? { total: 0, items: [] }
  if (total === 0) return null
  return (
    <section className={styles.panel} aria-labelledby="reports">
      <h2 id="reports" ref={heading} tabIndex={-1} className={styles.title}>
        <Flag aria-hidden="true" />
        {formatCount(total, 'reported post')}
      </h2>
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.post.id} className={styles.item}>
            <p className={styles.head}>
              <strong dir="auto">{authorName(item.post)}</strong> ·{' '}
              {item.post.reports === 1 ? '1 report' : `${item.post.reports} reports`}
            </p>
            <blockquote className={styles.quote}>
              <PostText text={item.post.cut ? `${item.post.body}…` : item.post.body} />
            </blockquote>
            {item.reasons.map((reason) => (
              <p key={reason} dir="auto" className={styles.reason}>
                “{reason}”
              </p>
            ))}
            {withoutReasonText(item) && <p className={styles.reason}>{withoutReasonText(item)}</p>}
            <div className={styles.actions}>
              <Button
                writes
                small
                onClick={() => dismiss.mutate(item)}
                disabled={dismiss.isPending && dismiss.variables === item}
              >
                {dismiss.isPending && dismiss.variables === item ? 'Dismissing...' : 'Dismiss'}
              </Button>
              <Button small onClick={() => setDoomed(item)}>
                Delete post
              </Button>
              <Link to={postPath(community.slug, item.post.id)} className={styles.link}>
                View in thread
              </Link>
            </div>
          </li>
        ))}
      </ul>
      {doomed && (
        <ConfirmDialog
          title="Delete this post?"
          confirm="Delete"
          danger
          onConfirm={() => {
            actions.remove(doomed.post)
            requestAnimationFrame(() =>
              document.getElementById('posts')?.focus({ preventScroll: true }),
            )
          }}
          onClose={() => setDoomed(null)}
        >
          <p>
            The post by <bdi>{authorName(doomed.post)}</bdi> is deleted for everyone. Replies to it
            stay.
          </p>
        </ConfirmDialog>
      )}
    </section>
  )
}
