import type { PersonDetails } from '@rookies/data/members/person'
import { formatNumber } from '@rookies/data/wording'
import type { ComponentType } from 'react'
import { useMay } from '../../../app/may'
import type { RecordTabs } from '../../../kit/record-page'
import { PersonAccess } from './person-access'
import { PersonProgress } from './person-progress'
import { PersonSessions } from './person-sessions'

/** The components that list records of other resources about a person, by tab. */
export type PersonLists = Readonly<
  Record<
    'Work' | 'Purchases' | 'Invites' | 'Communities' | 'RecordsOf' | 'RecordsBy',
    ComponentType<{ id: string }>
  > & { Cohorts: ComponentType<{ person: PersonDetails }> }
>

interface TabsOf {
  person: PersonDetails
  lists: PersonLists
  onEnable: () => void
  /** Called after the reader gave the person access here. */
}

/** Returns a tab for each list about a person that the reader may see. */
export function usePersonTabs({ person, lists, onEnable }: TabsOf): RecordTabs {
  const mayAnalyse = useMay('analytics', 'read')
  const mayInvite = useMay('invites', 'read')
  const mayReadCohorts = useMay('cohort_members', 'update')
  const mayReview = useMay('submissions', 'review')
  const mayReadRecords = useMay('audit_logs', 'read')
  const { id, counts } = person
  return [
    {
      key: 'access',
      label: 'Access',
      children: <PersonAccess person={person} onEnable={onEnable} />,
    },
    mayAnalyse && {
      key: 'progress',
      label: 'Progress',
      children: (
        <>
          <PersonProgress id={id} />
          {/* Shares this tab, because one more tab would not fit into a window that is 1280 pixels wide. */}
          {mayReview && <lists.Work id={id} />}
        </>
      ),
    },
    mayReadCohorts && {
      key: 'cohorts',
      label: 'Cohorts',
      children: <lists.Cohorts person={person} />,
    },
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
      label: 'Changes to this account',
      children: <lists.RecordsOf id={id} />,
    },
    mayReadRecords && {
      key: 'actions',
      label: 'Activity',
      children: <lists.RecordsBy id={id} />,
    },
  ].filter((item) => item !== false)
}

const counted = (label: string, count: number) => `${label} (${formatNumber(count)})`
