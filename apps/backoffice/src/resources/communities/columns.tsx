import type { ManagedCommunity } from '@rookies/data/communities/managed-communities'
import { formatCount, formatNumber } from '@rookies/data/wording'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Flag } from 'lucide-react'
import { Link } from 'react-router-dom'
import cells from '../../ui/cells.module.css'
import { LinkButton } from '../../ui/link-button'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { ACCESS_NAMES } from './access-names'
import { communityAddress, REPORTS_VIEW, VIEW_PARAM } from './community-address'

export const COMMUNITY_COLUMNS: readonly RecordColumn<ManagedCommunity>[] = [
  {
    key: 'name',
    title: 'Name',
    place: 'lead',
    ellipsis: true,
    render: ({ id, name, slug, description }) => (
      <>
        <span className={cells.line} title={name}>
          <Link className={cells.name} to={communityAddress(id)}>
            {name}
          </Link>{' '}
          <code className={cells.code}>{`/${slug}`}</code>
        </span>
        {description && (
          <span className={cells.second} title={description}>
            {description}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'access',
    title: 'Access',
    width: 'clamp(17rem, 36cqi - 4rem, 26rem)',
    ellipsis: true,
    render: access,
  },
  {
    key: 'members',
    title: 'Members',
    place: 'left',
    width: '11.5rem',
    render: ({ members }) => <span className={cells.fact}>{memberCount(members)}</span>,
  },
  {
    key: 'reports',
    title: 'Reports',
    place: 'right',
    width: '7.5rem',
    render: ({ id, name, reported }) =>
      reported > 0 && (
        <Link
          className={cells.icon}
          to={`${communityAddress(id)}?${VIEW_PARAM}=${REPORTS_VIEW}`}
          aria-label={`${reportCount(reported)} in ${name}`}
        >
          <Flag aria-hidden="true" /> {reportCount(reported)}
        </Link>
      ),
  },
  {
    key: 'actions',
    title: <VisuallyHidden>Actions</VisuallyHidden>,
    place: 'corner',
    actions: true,
    width: '6.5rem',
    align: 'right',
    render: ({ id, name }) => (
      <LinkButton size="small" type="text" to={communityAddress(id)} aria-label={`Manage ${name}`}>
        Manage
      </LinkButton>
    ),
  },
]

function access({ access: kind, read_only, course }: ManagedCommunity) {
  const named = (kind === 'COURSE' || kind === 'PAID') && course
  return (
    <>
      <StatusBadge tone="info" label={ACCESS_NAMES[kind]} />{' '}
      {read_only && <StatusBadge tone="plain" label="Read-only" />}
      {named && (
        <span className={cells.fact} title={course}>
          {course}
        </span>
      )}
      {kind === 'COURSE' && !course && <StatusBadge tone="draft" label="Its course was deleted" />}
    </>
  )
}

function memberCount(members: number): string {
  if (members === 0) return 'No members'
  return members > 1000 ? `Over ${formatNumber(1000)} members` : formatCount(members, 'member')
}

const reportCount = (count: number) => (count === 1 ? '1 reported' : `${count} reported`)
