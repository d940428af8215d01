import { deviceOf } from '@rookies/data/account/device-name'
import type { PersonSession } from '@rookies/data/members/person-lists'
import { MonitorSmartphone } from 'lucide-react'
import { useRead } from '../../../app/use-read'
import { PersonList } from '../../../people/person-list'
import { Ago } from '../../../ui/ago'
import cells from '../../../ui/cells.module.css'
import type { RecordColumn } from '../../../ui/record-table'

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
    render: ({ ip_address }) => <span className={cells.fact}>{ip_address ?? 'Unknown'}</span>,
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

/** A person's sessions. */
export function PersonSessions({ id }: { id: string }) {
  const read = useRead('profiles/sessions', { input: { id } })
  return (
    <PersonList
      label="Sessions"
      read={read}
      columns={SESSION_COLUMNS}
      empty="Not signed in"
      icon={<MonitorSmartphone />}
    />
  )
}
