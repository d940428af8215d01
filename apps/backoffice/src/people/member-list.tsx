import type { Audience } from '@rookies/data/members/bulk-access'
import type { Member, MemberQuery } from '@rookies/data/members/member-list'
import { Button } from 'antd'
import { KeyRound } from 'lucide-react'
import { lazy, useCallback, useState } from 'react'
import { useMay } from '../app/may'
import { LateDialog } from '../ui/late-dialog'
import { AccessDialog } from './access-dialog'
import { AnalyticsDialog } from './analytics-dialog'
import { BulkDialog } from './bulk-dialog'
import styles from './member-list.module.css'
import { MemberRow } from './member-row'
import { QuestionDialog } from './question-dialog'
import { SelectionBar } from './selection-bar'
import { useMemberActs } from './use-member-acts'
import { useSelection } from './use-selection'

/** Fetched when it is first wanted: the list itself shows no form. */
const CorrectDialog = lazy(async () => ({
  default: (await import('./correct-dialog')).CorrectDialog,
}))

interface MemberListProps {
  members: readonly Member[]
  withCreators: boolean
  /** Another page is on its way. */
  dimmed: boolean
  /** How many there are in all. */
  total: number
  totalWords: string
  /** What the list is narrowed by. */
  query: MemberQuery
}

/** One page of people, and the dialogs in which something is done about one of them. */
export function MemberList(props: MemberListProps) {
  const { members, withCreators, dimmed, total, totalWords, query } = props
  const mayGrant = useMay('entitlements', 'create')
  const mayRevoke = useMay('entitlements', 'delete')
  const acts = useMemberActs()
  const [managed, setManaged] = useState<Member | null>(null)
  const [studied, setStudied] = useState<Member | null>(null)
  const [corrected, setCorrected] = useState<Member | null>(null)
  const closeCorrection = useCallback(() => setCorrected(null), [])
  const [bulk, setBulk] = useState<{ audience: Audience; size: number } | null>(null)
  const grants = mayGrant && mayRevoke

  const ids = members.map(({ id }) => id)
  const selection = useSelection(ids, total, JSON.stringify(query))
  const { selected, size } = selection

  return (
    <>
      {grants ? (
        <SelectionBar ids={ids} selection={selection} total={total} totalWords={totalWords}>
          <Button
            size="small"
            type="primary"
            icon={<KeyRound aria-hidden="true" />}
            onClick={() =>
              setBulk({ audience: selected === 'all' ? { query } : { ids: [...selected] }, size })
            }
          >
            Grant or Revoke Courses
          </Button>
        </SelectionBar>
      ) : (
        <p className={styles.total} aria-hidden="true">
          {totalWords}
        </p>
      )}
      <ul className={styles.list} data-dimmed={dimmed || undefined}>
        {members.map((member) => (
          <MemberRow
            key={member.id}
            member={member}
            withCreators={withCreators}
            selected={selection.has(member.id)}
            onSelect={grants ? (on) => selection.select([member.id], on) : undefined}
            onRole={(role) => acts.ask({ kind: 'role', member, role })}
            onCorrect={() => setCorrected(member)}
            onResetFactors={() => acts.ask({ kind: 'factors', member })}
            onDisable={() => acts.ask({ kind: member.disabled_at ? 'enable' : 'disable', member })}
            onManage={() => setManaged(member)}
            onAnalytics={() => setStudied(member)}
          />
        ))}
      </ul>
      <QuestionDialog
        question={acts.asked}
        busy={acts.busy}
        onConfirm={acts.confirm}
        onClose={acts.close}
      />
      {bulk && (
        <BulkDialog
          {...bulk}
          onClose={() => setBulk(null)}
          onDone={() => {
            setBulk(null)
            selection.clear()
          }}
        />
      )}
      {corrected && (
        <LateDialog open size="form" title="Correct Email or Phone" onClose={closeCorrection}>
          <CorrectDialog member={corrected} onClose={closeCorrection} />
        </LateDialog>
      )}
      {managed && <AccessDialog member={managed} onClose={() => setManaged(null)} />}
      {studied && <AnalyticsDialog member={studied} onClose={() => setStudied(null)} />}
    </>
  )
}
