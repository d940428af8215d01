import { listExport } from '@rookies/data/lists/filter-args'
import type { Audience } from '@rookies/data/members/bulk-access'
import {
  MEMBER_LIST,
  MEMBER_MESSAGES,
  type Member,
  memberName,
} from '@rookies/data/members/member-list'
import { formatPeople } from '@rookies/data/wording'
import { Button } from 'antd'
import { ChartNoAxesColumn, KeyRound, ListChecks, UserSearch } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { useTable } from '../../kit/use-table'
import { AnalyticsDialog } from '../../people/analytics-dialog'
import { inviteListState } from '../../people/invite-address'
import { PageHeader } from '../../ui/page-header'
import { useSelection } from '../../ui/use-selection'
import { memberColumns } from './columns'
import { MemberFilters } from './filters'
import { QuestionDialog } from './question-dialog'
import { type StoredList, storedListOf, storedListState } from './stored-list'
import { useMemberActions } from './use-member-actions'

/** The code of the dialog loads when the dialog is first opened. */
const GrantList = lazyDialog(
  () => import('./grant-list'),
  (module) => module.GrantList,
  { title: 'Grant to a List', size: 'form' },
)
const CorrectDialog = lazyDialog(
  () => import('./correct-dialog'),
  (module) => module.CorrectDialog,
  { title: 'Correct Email or Phone', size: 'form' },
)
const AccessDialog = lazyDialog(
  () => import('../../people/access-dialog'),
  (module) => module.AccessDialog,
  { title: 'Manage Access', size: 'form' },
)
const BulkSelected = lazyDialog(
  () => import('./bulk-dialog'),
  (module) => module.BulkSelected,
  ({ title }) => ({ title, size: 'form' }),
)

const BULK_TITLE = 'Change Course Access'
const ACTS = ['grant', 'revoke', 'end'] as const
const ACTS_WITHOUT_END = ['grant', 'revoke'] as const

interface MemberListProps {
  /**
   * Whether this list can be filtered by the role Creator and can give people that role
   * (rules/access#creator-choice).
   */
  withCreators: boolean
  /** A form that invites one person. */
  invite: ReactNode
  /** Tabs that lead to the other views of this screen. */
  views?: ReactNode
  /** The address of the dialog that invites many people. */
  inviteMany: string
  /** The address of Member Analytics, for a panel whose menu does not have it. */
  analytics?: string
}

/** The list of members (rules/members#member-list), with actions on one person and on many. */
export function MemberList(props: MemberListProps) {
  const { withCreators, invite, views, inviteMany, analytics } = props
  const mayAnalyse = useMay('analytics', 'read')
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const mayEnd = useMay('entitlements', 'update')
  const mayManage = mayGrant && mayRevoke
  const table = useTable(MEMBER_LIST, { failed: MEMBER_MESSAGES.listFailed })
  const { tableProps, filters, values, total } = table
  const actions = useMemberActions()
  const [managed, setManaged] = useState<Member | null>(null)
  const [studied, setStudied] = useState<Member | null>(null)
  const [corrected, setCorrected] = useState<Member | null>(null)
  const closeCorrection = useCallback(() => setCorrected(null), [])
  const [bulk, setBulk] = useState<{ audience: Audience; size: number } | null>(null)

  const exporting = useExportItem(listExport(MEMBER_LIST, values))
  const navigate = useNavigate()
  const { search, state: place }: { search: string; state: unknown } = useLocation()
  const kept = storedListOf(place)
  const [listing, setListing] = useState(kept !== null)
  const isKept = kept !== null
  const closeList = useCallback(() => {
    setListing(false)
    if (isKept) void navigate({ search }, { replace: true })
  }, [navigate, search, isKept])
  /** Opens the dialog for invites. The history entry stores the list, so that Back returns to it. */
  const toInvites = async (
    list: StoredList,
    addresses: readonly string[],
    slugs: readonly string[],
  ) => {
    await navigate({ search }, { replace: true, state: storedListState(list) })
    const text = addresses.join('\n')
    await navigate(inviteMany, inviteListState({ text, courses: slugs, day: list.day }))
  }
  const grantList = {
    key: 'grant-list',
    icon: <ListChecks aria-hidden="true" />,
    label: 'Grant to a List…',
    onClick: () => setListing(true),
  }
  const toAnalytics = (path: string) => ({
    key: 'analytics',
    icon: <ChartNoAxesColumn aria-hidden="true" />,
    label: 'Analytics',
    onClick: () => void navigate(path),
  })

  const columns = memberColumns({
    withCreators,
    onRole: (member, role) => actions.ask({ kind: 'role', member, role }),
    onCorrect: setCorrected,
    onResetFactors: (member) => actions.ask({ kind: 'factors', member }),
    onDisable: (member) => actions.ask({ kind: member.disabled_at ? 'enable' : 'disable', member }),
    onManage: mayManage ? setManaged : null,
    onAnalytics: mayAnalyse ? setStudied : null,
  })
  const ids = (tableProps.records ?? []).map(({ id }) => id)
  const selection = useSelection(ids, total, JSON.stringify(filters))
  const { selected, size } = selection

  return (
    <>
      <PageHeader
        title="Members"
        subtitle="Find people and manage what they can open"
        actions={invite}
        running={exporting.running}
        more={[
          ...(mayGrant ? [grantList] : []),
          ...(analytics && mayAnalyse ? [toAnalytics(analytics)] : []),
          ...exporting.items,
        ]}
      />
      {views}
      {listing && <GrantList kept={kept} onClose={closeList} onInvite={toInvites} />}
      <MemberFilters table={table} withCreators={withCreators} />
      <ListTable
        {...tableProps}
        storedAs="profiles"
        label="Members"
        columns={columns}
        failed={MEMBER_MESSAGES.listFailed.text}
        total={total}
        count={formatPeople(total)}
        selection={
          mayManage
            ? { ...selection, nameOf: (member) => `Select ${memberName(member)}` }
            : undefined
        }
        actions={
          <Button
            size="small"
            type="primary"
            icon={<KeyRound aria-hidden="true" />}
            onClick={() =>
              setBulk({
                audience: selected === 'all' ? { filters: values } : { ids: [...selected] },
                size,
              })
            }
          >
            {BULK_TITLE}
          </Button>
        }
        empty={{
          icon: <UserSearch />,
          title: 'No members found',
          text: 'Try fewer words or other filters. You can search by name or email.',
        }}
      />
      <QuestionDialog {...actions} />
      {bulk && (
        <BulkSelected
          {...bulk}
          title={BULK_TITLE}
          actions={mayEnd ? ACTS : ACTS_WITHOUT_END}
          onClose={() => setBulk(null)}
          onDone={() => {
            setBulk(null)
            selection.clear()
          }}
        />
      )}
      {corrected && <CorrectDialog member={corrected} onClose={closeCorrection} />}
      {managed && <AccessDialog member={managed} onClose={() => setManaged(null)} />}
      {studied && <AnalyticsDialog member={studied} onClose={() => setStudied(null)} />}
    </>
  )
}
