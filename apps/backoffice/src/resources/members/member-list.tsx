import type { Audience } from '@rookies/data/members/bulk-access'
import { type Member, type MemberQuery, memberName } from '@rookies/data/members/member-list'
import { Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useMay } from '../../app/may'
import { AnalyticsDialog } from '../../screens/analytics/analytics-dialog'
import cells from '../../ui/cells.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'
import { RecordTable } from '../../ui/record-table'
import { SelectionBar } from '../../ui/selection-bar'
import { useSelection } from '../../ui/use-selection'
import { memberColumns } from './member-columns'
import { QuestionDialog } from './question-dialog'
import { useMemberActs } from './use-member-acts'

/** Fetched when it is first wanted: the list itself shows no form. */
const CorrectDialog = lazyComponent(
  () => import('./correct-dialog'),
  (module) => module.CorrectDialog,
)
const AccessDialog = lazyComponent(
  () => import('./access-dialog'),
  (module) => module.AccessDialog,
)
const BulkDialog = lazyComponent(
  () => import('./bulk-dialog'),
  (module) => module.BulkDialog,
)

const BULK_TITLE = 'Change Course Access'
const ACTS = ['grant', 'revoke', 'end'] as const
const ACTS_WITHOUT_END = ['grant', 'revoke'] as const

interface MemberListProps {
  /** Undefined while they are on their way. */
  members: readonly Member[] | undefined
  withCreators: boolean
  /** Another page is on its way. */
  dimmed: boolean
  /** How many there are in all. */
  total: number
  totalWords: string
  /** What the list is narrowed by, and its order. */
  query: MemberQuery
  onOrder: (order: string) => void
}

/** One page of people, and the dialogs in which something is done about one of them. */
export function MemberList(props: MemberListProps) {
  const { members, withCreators, dimmed, total, totalWords, query, onOrder } = props
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const mayEnd = useMay('entitlements', 'update', {})
  const acts = useMemberActs()
  const [managed, setManaged] = useState<Member | null>(null)
  const [studied, setStudied] = useState<Member | null>(null)
  const [corrected, setCorrected] = useState<Member | null>(null)
  const closeCorrection = useCallback(() => setCorrected(null), [])
  const [bulk, setBulk] = useState<{ audience: Audience; size: number } | null>(null)
  const grants = mayGrant && mayRevoke

  const columns = memberColumns({
    withCreators,
    onRole: (member, role) => acts.ask({ kind: 'role', member, role }),
    onCorrect: setCorrected,
    onResetFactors: (member) => acts.ask({ kind: 'factors', member }),
    onDisable: (member) => acts.ask({ kind: member.disabled_at ? 'enable' : 'disable', member }),
    onManage: setManaged,
    onAnalytics: setStudied,
  })

  const ids = (members ?? []).map(({ id }) => id)
  const selection = useSelection(ids, total, JSON.stringify(query))
  const { selected, size } = selection

  return (
    <>
      {members && grants && (
        <SelectionBar ids={ids} selection={selection} total={total} totalWords={totalWords}>
          <Button
            size="small"
            type="primary"
            icon={<KeyRound aria-hidden="true" />}
            onClick={() =>
              setBulk({ audience: selected === 'all' ? { query } : { ids: [...selected] }, size })
            }
          >
            {BULK_TITLE}
          </Button>
        </SelectionBar>
      )}
      {members && !grants && (
        <p className={cells.count} aria-hidden="true">
          {totalWords}
        </p>
      )}
      <RecordTable
        list="profiles"
        label="Members"
        columns={columns}
        records={members}
        dimmed={dimmed}
        order={query.sort}
        onOrder={onOrder}
        selection={
          grants ? { ...selection, nameOf: (member) => `Select ${memberName(member)}` } : undefined
        }
      />
      <QuestionDialog
        question={acts.asked}
        busy={acts.busy}
        onConfirm={acts.confirm}
        onClose={acts.close}
      />
      {bulk && (
        <LazyDialog open size="form" title={BULK_TITLE} onClose={() => setBulk(null)}>
          <BulkDialog
            {...bulk}
            title={BULK_TITLE}
            acts={mayEnd ? ACTS : ACTS_WITHOUT_END}
            onClose={() => setBulk(null)}
            onDone={() => {
              setBulk(null)
              selection.clear()
            }}
          />
        </LazyDialog>
      )}
      {corrected && (
        <LazyDialog open size="form" title="Correct Email or Phone" onClose={closeCorrection}>
          <CorrectDialog member={corrected} onClose={closeCorrection} />
        </LazyDialog>
      )}
      {managed && (
        <LazyDialog open size="form" title="Manage Access" onClose={() => setManaged(null)}>
          <AccessDialog member={managed} onClose={() => setManaged(null)} />
        </LazyDialog>
      )}
      {studied && <AnalyticsDialog member={studied} onClose={() => setStudied(null)} />}
    </>
  )
}
