import type { CommunityDetails } from '@rookies/data/communities/managed-communities'
import { communityPath } from '@rookies/data/communities/paths'
import { formatNumber } from '@rookies/data/wording'
import { Button } from 'antd'
import { ExternalLink, Pencil, Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { OneRecord } from '../../kit/one-record'
import { RecordPage } from '../../kit/record-page'
import { StatusBadge } from '../../ui/status-badge'
import { ACCESS_DESCRIPTIONS, ACCESS_NAMES } from './access-names'
import { REPORTS_VIEW, VIEW_PARAM } from './community-address'
import { CommunityDialog } from './community-dialog'
import { COMMUNITY_KIND } from './community-kind'
import { DeleteCommunity } from './delete-community'
import { Members } from './members'
import { Reports } from './reports'

/** `/admin/communities/{id}`: a community's members and reported posts (rules/communities#community-form). */
export function ShowCommunity() {
  return (
    <OneRecord kind={COMMUNITY_KIND}>{(community) => <Managed community={community} />}</OneRecord>
  )
}

function Managed({ community }: { community: CommunityDetails }) {
  const mayUpdate = useMay('communities', 'update')
  const mayDelete = useMay('communities', 'delete')
  const [edited, setEdited] = useState<CommunityDetails | null>(null)
  const [deleting, setDeleting] = useState(false)
  const closeEdit = useCallback(() => setEdited(null), [])
  const closeDelete = useCallback(() => setDeleting(false), [])
  const { name, access, course, read_only, members, reported } = community
  return (
    <>
      <RecordPage
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
              : 'No one can join: its course was deleted.'
            : ACCESS_DESCRIPTIONS[access]
        }
        actions={
          mayUpdate && (
            <Button
              icon={<Pencil aria-hidden="true" />}
              // The form keeps the version with which it opened, also after a refetch.
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
        tabParam={VIEW_PARAM}
        tabs={[
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
