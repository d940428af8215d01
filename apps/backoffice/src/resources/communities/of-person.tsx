import type { PersonCommunity } from '@rookies/data/members/person-lists'
import { memberSince } from '@rookies/data/time/moment-text'
import { MessagesSquare } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useRead } from '../../app/use-read'
import { PersonList } from '../../people/person-list'
import cells from '../../ui/cells.module.css'
import type { RecordColumn } from '../../ui/record-table'
import { StatusBadge } from '../../ui/status-badge'
import { communityAddress } from './community-address'

const COMMUNITY_COLUMNS: readonly RecordColumn<PersonCommunity>[] = [
  {
    key: 'name',
    title: 'Community',
    place: 'lead',
    ellipsis: true,
    render: ({ id, name }) => (
      <Link className={cells.name} to={communityAddress(id)}>
        {name}
      </Link>
    ),
  },
  {
    key: 'standing',
    title: 'Status',
    place: 'left',
    render: ({ moderates, banned, left_at }) => (
      <>
        {moderates && <StatusBadge tone="info" label="Moderator" />}
        {banned && <StatusBadge tone="draft" label="Banned" />}
        {left_at !== null && <StatusBadge tone="plain" label="Left" />}
        {!moderates && !banned && left_at === null && 'Member'}
      </>
    ),
  },
  {
    key: 'joined',
    title: 'Joined',
    place: 'left',
    named: true,
    render: ({ joined_at }) => <span className={cells.fact}>{memberSince(joined_at)}</span>,
  },
]

/** The communities that a person has joined, on their page. */
export function PersonCommunities({ id }: { id: string }) {
  const read = useRead('profiles/communities', { input: { id } })
  return (
    <PersonList
      label="Communities"
      read={read}
      columns={COMMUNITY_COLUMNS}
      empty="No communities"
      icon={<MessagesSquare />}
    />
  )
}
