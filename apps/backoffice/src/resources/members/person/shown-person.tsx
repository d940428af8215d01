import type { Role } from '@rookies/data/access/roles'
import { type Member, memberName } from '@rookies/data/members/member-list'
import type { PersonDetails } from '@rookies/data/members/person'
import { Button } from 'antd'
import { ChartNoAxesColumn, KeyRound } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useMay } from '../../../app/may'
import { useLiveReads } from '../../../app/use-live'
import { lazyDialog } from '../../../kit/lazy-dialog'
import { RecordPage } from '../../../kit/record-page'
import { AccessDialog } from '../../../people/access-dialog'
import { AnalyticsDialog } from '../../../people/analytics-dialog'
import { StatusBadge } from '../../../ui/status-badge'
import { QuestionDialog } from '../question-dialog'
import { useMemberActions } from '../use-member-actions'
import { useMemberMore } from '../use-member-more'
import { usePersonFacts } from './person-facts'
import { type PersonLists, usePersonTabs } from './person-tabs'

/** The code of the dialog loads when the dialog is first opened. */
const CorrectDialog = lazyDialog(
  () => import('../correct-dialog'),
  (module) => module.CorrectDialog,
  { title: 'Correct Email or Phone', size: 'form' },
)

type Dialog = 'access' | 'analytics' | 'contact'

interface ShownPersonProps {
  person: PersonDetails
  lists: PersonLists
}

/** A person's page: facts, actions, and a tab for each list. */
export function ShownPerson({ person, lists }: ShownPersonProps) {
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const mayAnalyse = useMay('analytics', 'read')
  // Only the administrators' panel can make somebody a creator (rules/access#creator-choice).
  const withCreators = useLocation().pathname.startsWith('/admin')
  useLiveReads(WATCHED, ['profiles'])
  const actions = useMemberActions()
  const [open, setOpen] = useState<Dialog | null>(null)
  const close = useCallback(() => setOpen(null), [])
  const disable = (member: Member) =>
    actions.ask({ kind: member.disabled_at ? 'enable' : 'disable', member })

  const more = useMemberMore({
    member: person,
    onCorrect: () => setOpen('contact'),
    onResetFactors: (member) => actions.ask({ kind: 'factors', member }),
    onDisable: disable,
  })
  const analytics = {
    key: 'analytics',
    icon: <ChartNoAxesColumn aria-hidden="true" />,
    label: 'Analytics',
    onClick: () => setOpen('analytics'),
  }

  const facts = usePersonFacts({
    person,
    withCreators,
    onRole: (member: Member, role: Role) => actions.ask({ kind: 'role', member, role }),
  })
  const tabs = usePersonTabs({
    person,
    lists,
    onEnable: () => disable(person),
  })

  return (
    <>
      <RecordPage
        title={memberName(person)}
        beside={
          <>
            {person.disabled_at !== null && <StatusBadge tone="draft" label="Disabled" />}
            {!person.verified && <StatusBadge tone="draft" label="Email not confirmed" />}
          </>
        }
        subtitle={person.email}
        actions={
          mayGrant &&
          mayRevoke && (
            <Button
              type="primary"
              icon={<KeyRound aria-hidden="true" />}
              onClick={() => setOpen('access')}
            >
              Manage Access
            </Button>
          )
        }
        more={mayAnalyse ? [analytics, ...more] : more}
        facts={facts}
        tabs={tabs}
      />
      <QuestionDialog {...actions} />
      {open === 'contact' && <CorrectDialog member={person} onClose={close} />}
      {open === 'access' && <AccessDialog member={person} onClose={close} />}
      {open === 'analytics' && <AnalyticsDialog member={person} onClose={close} />}
    </>
  )
}

/** The page is read again after changes of these resources. */
const WATCHED = [
  'profiles',
  'entitlements',
  'courses',
  'purchases',
  'invites',
  'communities',
  'community_members',
] as const
