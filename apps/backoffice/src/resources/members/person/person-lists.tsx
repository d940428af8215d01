import { deviceOf } from '@rookies/data/account/device-name'
import { memberSince } from '@rookies/data/account/member-since'
import type { PersonCommunity, PersonSession } from '@rookies/data/members/person-lists'
import { CreditCard, Mail, MessagesSquare, MonitorSmartphone } from 'lucide-react'
import { useMemo } from 'react'
import { Link } from 'react-router-dom'
import { useRead } from '../../../app/use-read'
import { Ago } from '../../../ui/ago'
import cells from '../../../ui/cells.module.css'
import type { RecordColumn } from '../../../ui/record-table'
import { StatusBadge } from '../../../ui/status-badge'
import { useNow } from '../../../ui/use-now'
import { communityAddress } from '../../communities/community-address'
import { inviteFactColumns } from '../../invites/columns'
import { purchaseColumns } from '../../purchases/columns'
import { PersonList } from './person-list'

/** Whose page it is. */
interface OfPerson {
  id: string
}

const THEIR_PURCHASES = purchaseColumns({ onAssign: null, onRefund: null }).filter(
  ({ key }) => key !== 'member',
)

export function PersonPurchases({ id }: OfPerson) {
  const read = useRead('profiles/purchases', { input: { id } })
  return (
    <PersonList
      label="Purchases"
      read={read}
      columns={THEIR_PURCHASES}
      empty="No purchases"
      icon={<CreditCard />}
    />
  )
}

export function PersonInvites({ id }: OfPerson) {
  const read = useRead('profiles/invites', { input: { id } })
  const now = useNow()
  const columns = useMemo(() => inviteFactColumns({ withInviter: true, now }), [now])
  return (
    <PersonList
      label="Invites"
      read={read}
      columns={columns}
      empty="No invites to this address"
      icon={<Mail />}
    />
  )
}

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
    title: 'Standing',
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

export function PersonCommunities({ id }: OfPerson) {
  const read = useRead('profiles/communities', { input: { id } })
  return (
    <PersonList
      label="Communities"
      read={read}
      columns={COMMUNITY_COLUMNS}
      empty="In no community"
      icon={<MessagesSquare />}
    />
  )
}

const SESSION_COLUMNS: readonly RecordColumn<PersonSession>[] = [
  {
    key: 'device',
    title: 'Browser',
    place: 'lead',
    ellipsis: true,
    render: ({ user_agent }) => (
      <span className={cells.name} title={user_agent ?? undefined}>
        {deviceOf(user_agent).name}
      </span>
    ),
  },
  {
    key: 'address',
    title: 'IP address',
    place: 'left',
    named: true,
    render: ({ ip_address }) => <span className={cells.fact}>{ip_address ?? '–'}</span>,
  },
  {
    key: 'begun',
    title: 'Signed in',
    place: 'left',
    named: true,
    render: ({ created_at }) => (
      <span className={cells.fact}>
        <Ago at={created_at} />
      </span>
    ),
  },
  {
    key: 'active',
    title: 'Last used',
    place: 'left',
    named: true,
    render: ({ active_at }) => (
      <span className={cells.fact}>
        <Ago at={active_at} />
      </span>
    ),
  },
]

export function PersonSessions({ id }: OfPerson) {
  const read = useRead('profiles/sessions', { input: { id } })
  return (
    <PersonList
      label="Sessions"
      read={read}
      columns={SESSION_COLUMNS}
      empty="Signed in nowhere"
      icon={<MonitorSmartphone />}
    />
  )
}
