import { useDelete } from '@refinedev/core'
import { authorName } from '@rookies/data/communities/author-name'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { postPath } from '@rookies/data/communities/paths'
import type { ReportedPost } from '@rookies/data/communities/reports-query'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button } from 'antd'
import { ExternalLink, ShieldCheck } from 'lucide-react'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useFailureToast } from '../../app/use-failure-toast'
import { useRead } from '../../app/use-read'
import { Ago } from '../../ui/ago'
import styles from './communities.module.css'
import { Failed, RowsSkeleton } from './states'
import { useCommunitiesChanged } from './use-communities-changed'

/** What people reported in a community: the post, its author and the reasons; remove it, or dismiss. */
export function Reports({ community }: { community: ManagedCommunity }) {
  const refresh = useCommunitiesChanged()
  const mayDelete = useMay('community_posts', 'delete')
  const toasts = useToasts()
  const reports = useRead('community_posts/reports', {
    input: { slug: community.slug },
    staleTime: 0,
  })
  useFailureToast(reports, COMMUNITY_TOASTS.reportsFailed)

  const restore = useAct({
    act: (id: string) => ({ name: 'community_posts/restore', input: { id } }),
    onSuccess: () => toasts.succeeded(COMMUNITY_TOASTS.postRestored),
    onError: () => toasts.failed(COMMUNITY_TOASTS.postRestoreFailed),
    onSettled: refresh,
  })
  const { mutate, mutation: removal } = useDelete()
  const remove = ({ post: { id } }: ReportedPost) =>
    mutate(
      {
        resource: 'community_posts',
        id,
        successNotification: false,
        errorNotification: toast(COMMUNITY_TOASTS.postRemoveFailed, 'error'),
      },
      {
        onSuccess: () => toasts.succeeded(COMMUNITY_TOASTS.postRemoved, () => restore.mutate(id)),
        onSettled: refresh,
      },
    )
  const dismiss = useAct({
    act: ({ post }: ReportedPost) => ({ name: 'community_posts/dismiss', input: { id: post.id } }),
    onSuccess: () => toasts.succeeded(COMMUNITY_TOASTS.dismissed),
    onError: () => toasts.failed(COMMUNITY_TOASTS.dismissFailed),
    onSettled: refresh,
  })

  if (reports.isPending) return <RowsSkeleton />
  if (!reports.data) {
    return (
      <Failed
        words={COMMUNITY_TOASTS.reportsFailed.text}
        retrying={reports.isFetching}
        onRetry={() => reports.refetch()}
      />
    )
  }
  const { total, items } = reports.data
  if (items.length === 0) {
    return (
      <EmptyState icon={<ShieldCheck />} title="No open reports">
        <p>What members report appears here until a moderator has dealt with it.</p>
      </EmptyState>
    )
  }
  const busy = ({ post: { id } }: ReportedPost) =>
    (removal.isPending && removal.variables.id === id) ||
    (dismiss.isPending && dismiss.subject?.post.id === id)
  return (
    <section aria-label="Reported posts">
      <p className={styles.total} role="status">
        {total === 1 ? '1 reported post' : `${total} reported posts`}
        {total > items.length && `, the ${items.length} that were reported first`}
      </p>
      <ul className={styles.reports}>
        {items.map((item) => (
          <li key={item.post.id} className={styles.report}>
            <p className={styles.reportHead}>
              <strong>{authorName(item.post)}</strong>
              <Ago at={item.post.at} />
              <span>{item.post.reports === 1 ? '1 report' : `${item.post.reports} reports`}</span>
            </p>
            <blockquote className={styles.quote}>
              {item.post.cut ? `${item.post.body}…` : item.post.body}
            </blockquote>
            {item.reasons.length > 0 && (
              <ul className={styles.reasons} aria-label="Reasons">
                {[...new Set(item.reasons)].map((reason) => (
                  <li key={reason}>{`“${reason}”`}</li>
                ))}
              </ul>
            )}
            {mayDelete && (
              <div className={styles.reportActs}>
                <Button disabled={busy(item)} onClick={() => dismiss.mutate(item)}>
                  Dismiss Report
                </Button>
                <Button danger disabled={busy(item)} onClick={() => remove(item)}>
                  Remove Post
                </Button>
                <Button
                  href={postPath(community.slug, item.post.id)}
                  target="_blank"
                  rel="noreferrer"
                  icon={<ExternalLink aria-hidden="true" />}
                >
                  View in Thread
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
