import { useOne } from '@refinedev/core'
import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { communityPath } from '@rookies/data/communities/paths'
import { isRowId } from '@rookies/data/records/row-id'
import { hasCode, NOT_FOUND } from '@rookies/data/refine/request-error'
import { formatNumber } from '@rookies/data/wording'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button, Tabs } from 'antd'
import { ExternalLink, MessagesSquare, Pencil, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router-dom'
import { useMay } from '../../app/may'
import { toast } from '../../app/notification-provider'
import { useAddressState } from '../../app/use-address-state'
import { LinkButton } from '../../ui/link-button'
import { ListFailed } from '../../ui/list-failed'
import { ListSkeleton } from '../../ui/list-skeleton'
import { PageHeader } from '../../ui/page-header'
import { StatusBadge } from '../../ui/status-badge'
import { ACCESS_NAMES, ACCESS_SENTENCES } from './access-names'
import { COMMUNITIES_ADDRESS, REPORTS_VIEW, VIEW_PARAM } from './community-address'
import { CommunityDialog } from './community-dialog'
import { DeleteCommunity } from './delete-community'
import { Members } from './members'
import { Reports } from './reports'

/** `/admin/communities/{id}`: a community's members and reported posts (rules/communities#community-form). */
export function ShowCommunity() {
  const { id = '' } = useParams()
  const known = isRowId(id)
  const { query, result } = useOne<CommunityDetails>({
    resource: 'communities',
    id,
    queryOptions: { enabled: known },
    errorNotification: (error) =>
      hasCode(error, NOT_FOUND) ? false : toast(COMMUNITY_TOASTS.loadFailed, 'error'),
  })
  const gone = !known || hasCode(query.error, NOT_FOUND)
  if (known && query.isPending) {
    return (
      <>
        <PageHeader title="Community" />
        <ListSkeleton />
      </>
    )
  }
  if (!gone && !result) {
    return (
      <>
        <PageHeader title="Community" />
        <ListFailed
          title={COMMUNITY_TOASTS.loadFailed.text}
          retrying={query.isFetching}
          onRetry={() => query.refetch()}
        />
      </>
    )
  }
  if (gone || !result) {
    return (
      <>
        <PageHeader title="Community not found" />
        <EmptyState
          icon={<MessagesSquare />}
          title="There is no such community"
          actions={<LinkButton to={COMMUNITIES_ADDRESS}>Back to Communities</LinkButton>}
        >
          <p>It may have been deleted.</p>
        </EmptyState>
      </>
    )
  }
  return <Managed community={result} />
}

function Managed({ community }: { community: CommunityDetails }) {
  const mayUpdate = useMay('communities', 'update')
  const mayDelete = useMay('communities', 'delete')
  const { params, change } = useAddressState()
  const [edited, setEdited] = useState<CommunityDetails | null>(null)
  const [deleting, setDeleting] = useState(false)
  const closeEdit = useCallback(() => setEdited(null), [])
  const closeDelete = useCallback(() => setDeleting(false), [])
  const reports = params.get(VIEW_PARAM) === REPORTS_VIEW
  const { name, access, course, read_only, members, reported } = community
  return (
    <>
      <PageHeader
        title={name}
        beside={
          <>
            <StatusBadge tone="info" label={ACCESS_NAMES[access]} />
            {read_only && <StatusBadge tone="plain" label="Read-only" />}
          </>
        }
        subtitle={
          access === 'COURSE'
            ? course
              ? `People with access to ${course} may join.`
              : 'Open to no one: its course is gone.'
            : ACCESS_SENTENCES[access]
        }
        actions={
          mayUpdate && (
            <Button
              icon={<Pencil aria-hidden="true" />}
              // The form keeps the version from the moment it opens, also after a refetch.
              onClick={() => setEdited(community)}
            >
              Edit
            </Button>
          )
        }
        more={[
          {
            key: 'open',
            icon: <ExternalLink aria-hidden="true" />,
            label: 'Open',
            onClick: () => window.open(communityPath(community.slug), '_blank', 'noopener'),
          },
          ...(mayDelete
            ? [
                {
                  key: 'delete',
                  icon: <Trash2 aria-hidden="true" />,
                  label: 'Delete',
                  danger: true,
                  onClick: () => setDeleting(true),
                },
              ]
            : []),
        ]}
      />
      <Tabs
        activeKey={reports ? REPORTS_VIEW : 'members'}
        destroyOnHidden
        onChange={(view) =>
          change({
            [VIEW_PARAM]: view === REPORTS_VIEW ? view : null,
            q: null,
            state: null,
            page: null,
          })
        }
        items={[
          {
            key: 'members',
            label: `Members (${formatNumber(members)})`,
            children: <Members community={community} />,
          },
          {
            key: REPORTS_VIEW,
            label: `Reported posts (${formatNumber(reported)})`,
            children: <Reports community={community} />,
          },
        ]}
      />
      {edited && <CommunityDialog community={edited} onClose={closeEdit} />}
      {deleting && <DeleteCommunity community={community} onClose={closeDelete} />}
    </>
  )
}
