import type { Audience } from '@rookies/data/members/change-access'
import type { Member, MemberQuery } from '@rookies/data/members/member-list'
import { useState } from 'react'
import { useMay } from '../app/person'
import { AccessDialog } from './access-dialog'
import { AnalyticsDialog } from './analytics-dialog'
import { BulkDialog } from './bulk-dialog'
import styles from './member-list.module.css'
import { MemberRow } from './member-row'
import { QuestionDialog } from './question-dialog'
import { SelectionBar } from './selection-bar'
import { useMemberActs } from './use-member-acts'

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
  const may = useMay()
  const acts = useMemberActs()
  const [managed, setManaged] = useState<Member | null>(null)
  const [studied, setStudied] = useState<Member | null>(null)
  /** Ids, on this page and on others; or all that the filters find. */
  const [selected, setSelected] = useState<ReadonlySet<string> | 'all'>(new Set())
  const [bulk, setBulk] = useState<{ audience: Audience; size: number } | null>(null)
  const grants = may('entitlements', 'create') && may('entitlements', 'delete')

  // Another search finds other people: all of those were not meant.
  const searched = JSON.stringify(query)
  const [selectedIn, setSelectedIn] = useState(searched)
  if (selectedIn !== searched) {
    setSelectedIn(searched)
    if (selected === 'all') setSelected(new Set())
  }

  const onSelect = (ids: readonly string[], on: boolean) => {
    const after = new Set(selected === 'all' ? members.map(({ id }) => id) : selected)
    for (const id of ids) {
      if (on) after.add(id)
      else after.delete(id)
    }
    setSelected(after)
  }
  const size = selected === 'all' ? total : selected.size
  return (
    <>
      {grants ? (
        <SelectionBar
          members={members}
          selected={selected}
          size={size}
          total={total}
          totalWords={totalWords}
          onSelect={onSelect}
          onAll={() => setSelected('all')}
          onClear={() => setSelected(new Set())}
          onAct={() =>
            setBulk({ audience: selected === 'all' ? { query } : { ids: [...selected] }, size })
          }
        />
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
            selected={selected === 'all' || selected.has(member.id)}
            onSelect={grants ? (on) => onSelect([member.id], on) : undefined}
            onRole={(role) => acts.ask({ kind: 'role', member, role })}
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
            setSelected(new Set())
          }}
        />
      )}
      {managed && <AccessDialog member={managed} onClose={() => setManaged(null)} />}
      {studied && <AnalyticsDialog member={studied} onClose={() => setStudied(null)} />}
    </>
  )
}
