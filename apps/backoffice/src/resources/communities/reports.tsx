import { useDelete } from '@refinedev/core'
import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_MESSAGES } from '@rookies/data/communities/managed-messages'
import { postPath } from '@rookies/data/communities/paths'
import { authorName } from '@rookies/data/communities/post'
import { splitCode } from '@rookies/data/communities/post-code'
import { type ReportedPost, withoutReasonText } from '@rookies/data/communities/reports-query'
import { splitLinks } from '@rookies/data/links/external-link'
import { formatCount } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { TextWithCode } from '@rookies/ui/components/text-with-code/text-with-code'
import { Button, Card, Flex, List } from 'antd'
import { ExternalLink, ShieldCheck } from 'lucide-react'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { PersonLink } from '../../app/person-link'
import { useToasts } from '../../app/toasts'
import { useAct } from '../../app/use-act'
import { useFailureToast, useRead } from '../../app/use-read'
import { useReadAgainOf } from '../../app/use-read-again'
import { OutsideLink } from '../../kit/cells'
import { Ago } from '../../ui/ago'
import cells from '../../ui/cells.module.css'
import { ListFailed } from '../../ui/list-failed'
import { ListSkeleton } from '../../ui/list-skeleton'
import styles from './communities.module.css'

/**
 * Lists the reported posts of a community with authors and reasons. A moderator can remove a post or dismiss its
 * reports.
 */
export function Reports({ community }: { community: ManagedCommunity }) {
  const refresh = useReadAgainOf('communities')
  const mayDelete = useMay('community_posts', 'delete')
  const toasts = useToasts()
  const reports = useRead('community_posts/reports', {
    input: { slug: community.slug },
    staleTime: 0,
  })
  useFailureToast(reports, COMMUNITY_MESSAGES.reportsFailed)

  const restore = useAct({
    act: (id: string) => ({ name: 'community_posts/restore', input: { id } }),
    done: COMMUNITY_MESSAGES.postRestored,
    failed: COMMUNITY_MESSAGES.postRestoreFailed,
  })
  const { mutate, mutation: removal } = useDelete()
  const remove = ({ post: { id } }: ReportedPost) =>
    mutate(
      {
        resource: 'community_posts',
        id,
        successNotification: false,
        errorNotification: toast(COMMUNITY_MESSAGES.postRemoveFailed, 'error'),
      },
      {
        onSuccess: () => toasts.succeeded(COMMUNITY_MESSAGES.postRemoved, () => restore.mutate(id)),
        onSettled: refresh,
      },
    )
  const dismiss = useAct({
    act: ({ post }: ReportedPost) => ({ name: 'community_posts/dismiss', input: { id: post.id } }),
    done: COMMUNITY_MESSAGES.dismissed,
    failed: COMMUNITY_MESSAGES.dismissFailed,
  })

  if (reports.isPending) return <ListSkeleton />
  if (!reports.data) {
    return <ListFailed title={COMMUNITY_MESSAGES.reportsFailed.text} read={reports} />
  }
  const { total, items } = reports.data
  if (items.length === 0) {
    return (
      <EmptyState icon={<ShieldCheck />} title="No open reports">
        <p>Posts that members report appear here until a moderator resolves the reports.</p>
      </EmptyState>
    )
  }
  const busy = ({ post: { id } }: ReportedPost) =>
    (removal.isPending && removal.variables.id === id) ||
    (dismiss.isPending && dismiss.subject?.post.id === id)
  return (
    <section aria-label="Reported posts">
      <p className={cells.count} role="status">
        {formatCount(total, 'reported post')}
        {total > items.length && `, the ${items.length} that were reported first`}
      </p>
      <Card>
        <List
          itemLayout="vertical"
          rowKey={({ post }) => post.id}
          dataSource={items}
          renderItem={(item) => (
            <List.Item>
              <Flex vertical gap="small">
                <Flex wrap gap="small" className={cells.fact}>
                  <PersonLink id={item.authorId}>{authorName(item.post)}</PersonLink>
                  <Ago at={item.post.at} />
                  <span>
                    {item.post.reports === 1 ? '1 report' : `${item.post.reports} reports`}
                  </span>
                </Flex>
                <blockquote className={styles.quote}>
                  <TextWithCode
                    parts={splitCode(item.post.cut ? `${item.post.body}…` : item.post.body)}
                    linked={linked}
                  />
                </blockquote>
                <ul className={cells.fact} aria-label="Reasons">
                  {[...new Set(item.reasons)].map((reason) => (
                    <li key={reason} dir="auto">{`“${reason}”`}</li>
                  ))}
                  {withoutReasonText(item) && <li>{withoutReasonText(item)}</li>}
                </ul>
                {mayDelete && (
                  <Flex wrap gap="small" className={styles.acts}>
                    <Button disabled={busy(item)} onClick={() => dismiss.mutate(item)}>
                      {item.post.reports === 1 ? 'Dismiss Report' : 'Dismiss Reports'}
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
                  </Flex>
                )}
              </Flex>
            </List.Item>
          )}
        />
      </Card>
    </section>
  )
}

/** Renders addresses in posts as links, as the portal does. */
const linked = (text: string) =>
  splitLinks(text).map(({ at, href, text: words }) =>
    href ? (
      <OutsideLink key={at} to={href}>
        {words}
      </OutsideLink>
    ) : (
      words
    ),
  )
