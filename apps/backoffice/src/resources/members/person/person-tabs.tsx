import type { PersonDetails } from '@rookies/data/members/person'
import { formatNumber } from '@rookies/data/wording'
import { Tabs } from 'antd'
import type { ComponentType } from 'react'
import { useMay } from '../../../app/may'
import { useAddressState } from '../../../app/use-address-state'
import { PersonAccess } from './person-access'
import { PersonProgress } from './person-progress'
import { PersonSessions } from './person-sessions'

/** Lists of other resources about a person, by tab. */
export type PersonLists = Readonly<
  Record<
    'Purchases' | 'Invites' | 'Communities' | 'RecordsOf' | 'RecordsBy',
    ComponentType<{ id: string }>
  >
>

interface PersonTabsProps {
  person: PersonDetails
  lists: PersonLists
  onEnable: () => void
  /** Called after access was given here. */
  onGranted: () => Promise<void>
}

const FIRST = 'access'

/** A tab for each list about a person. A list is read when its tab opens; the address keeps the open tab. */
export function PersonTabs({ person, lists, onEnable, onGranted }: PersonTabsProps) {
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
      children: <lists.Purchases id={id} />,
    },
    mayInvite && {
      key: 'invites',
      label: counted('Invites', counts.invites),
      children: <lists.Invites id={id} />,
    },
    counts.communities !== null && {
      key: 'communities',
      label: counted('Communities', counts.communities),
      children: <lists.Communities id={id} />,
    },
    counts.sessions !== null && {
      key: 'sessions',
      label: counted('Sessions', counts.sessions),
      children: <PersonSessions id={id} />,
    },
    mayReadRecords && {
      key: 'records',
      label: 'Done to Them',
      children: <lists.RecordsOf id={id} />,
    },
    mayReadRecords && {
      key: 'actions',
      label: 'Done by Them',
      children: <lists.RecordsBy id={id} />,
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
