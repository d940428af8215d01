import type { PersonDetails } from '@rookies/data/members/person'
import { formatNumber } from '@rookies/data/wording'
import { Tabs } from 'antd'
import { useMay } from '../../../app/may'
import { useAddressState } from '../../../app/use-address-state'
import { PersonAccess } from './person-access'
import { PersonCommunities, PersonInvites, PersonPurchases, PersonSessions } from './person-lists'
import { PersonProgress } from './person-progress'
import { RecordsByPerson, RecordsOfPerson } from './person-records'

interface PersonTabsProps {
  person: PersonDetails
  onEnable: () => void
  /** Access was given here. */
  onGranted: () => Promise<void>
}

const FIRST = 'access'

/** What a person has and what happened, each list read when its tab is opened; the address holds the tab. */
export function PersonTabs({ person, onEnable, onGranted }: PersonTabsProps) {
  const { params, change } = useAddressState()
  const mayAnalyse = useMay('analytics', 'read')
  const mayInvite = useMay('invites', 'read')
  const mayReadRecords = useMay('audit_logs', 'read')
  const { id, counts } = person
  const items = [
    {
      key: FIRST,
      label: 'Access',
      children: <PersonAccess person={person} onEnable={onEnable} onGranted={onGranted} />,
    },
    mayAnalyse && { key: 'progress', label: 'Progress', children: <PersonProgress id={id} /> },
    counts.purchases !== null && {
      key: 'purchases',
      label: counted('Purchases', counts.purchases),
      children: <PersonPurchases id={id} />,
    },
    mayInvite && {
      key: 'invites',
      label: counted('Invites', counts.invites),
      children: <PersonInvites id={id} />,
    },
    counts.communities !== null && {
      key: 'communities',
      label: counted('Communities', counts.communities),
      children: <PersonCommunities id={id} />,
    },
    counts.sessions !== null && {
      key: 'sessions',
      label: counted('Sessions', counts.sessions),
      children: <PersonSessions id={id} />,
    },
    mayReadRecords && {
      key: 'records',
      label: 'Done to Them',
      children: <RecordsOfPerson id={id} />,
    },
    mayReadRecords && {
      key: 'acts',
      label: 'Done by Them',
      children: <RecordsByPerson id={id} />,
    },
  ].filter((item) => item !== false)
  const shown = items.find(({ key }) => key === params.get('tab')) ?? items[0]
  return (
    <Tabs
      activeKey={shown?.key ?? FIRST}
      destroyOnHidden
      onChange={(tab) =>
        change({ tab: tab === FIRST ? null : tab, course: null, day: null, q: null })
      }
      items={items}
    />
  )
}

const counted = (label: string, count: number) => `${label} (${formatNumber(count)})`
