import type { InviteAction, InviteAudience } from '@rookies/data/invites/change-invites'
import type { InviteQuery, SentInvite } from '@rookies/data/invites/invite-list'
import { Button } from 'antd'
import { Ban, Send } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../app/may'
import { useNow } from '../../ui/use-now'
import { SelectionBar } from '../selection-bar'
import { useSelection } from '../use-selection'
import { CancelDialog } from './cancel-dialog'
import { InviteRow } from './invite-row'
import { NoInvites } from './invite-states'
import styles from './invites.module.css'
import { LinkDialog } from './link-dialog'
import { useInviteActs } from './use-invite-acts'

/** Fetched when it is first wanted. */
const BulkInvites = lazy(async () => ({ default: (await import('./bulk-invites')).BulkInvites }))

interface InviteListProps {
  invites: readonly SentInvite[]
  /** What the list is narrowed by. */
  query: InviteQuery
  mine: boolean
  withInviter: boolean
  /** Another page is on its way. */
  dimmed: boolean
  /** How many there are in all. */
  total: number
  totalWords: string
}

/**
 * One page of invites, and what is done about one of them or about many. It stays when the page is empty:
 * what was done may have left nothing that matches, and its report is still being read.
 */
export function InviteList(props: InviteListProps) {
  const { invites, query, mine, withInviter, dimmed, total, totalWords } = props
  const mayResend = useMay('invites', 'resend')
  const mayCancel = useMay('invites', 'cancel')
  const acts = useInviteActs()
  const now = useNow()
  const [bulk, setBulk] = useState<{ act: InviteAction; audience: InviteAudience } | null>(null)
  const ids = invites.map(({ id }) => id)
  const { search, state } = query
  const selection = useSelection(ids, total, JSON.stringify({ search, state, mine }))
  const [resends, cancels] = [mayResend, mayCancel]
  const selects = resends || cancels

  const begin = (act: InviteAction) =>
    setBulk({
      act,
      audience: selection.selected === 'all' ? { query, mine } : { ids: [...selection.selected] },
    })

  return (
    <>
      {invites.length === 0 && <NoInvites filtered={search !== '' || state !== ''} />}
      {invites.length > 0 && (
        <>
          {selects ? (
            <SelectionBar ids={ids} selection={selection} total={total} totalWords={totalWords}>
              {resends && (
                <Button
                  size="small"
                  type="primary"
                  icon={<Send aria-hidden="true" />}
                  onClick={() => begin('resend')}
                >
                  Resend Invites
                </Button>
              )}
              {cancels && (
                <Button
                  size="small"
                  danger
                  icon={<Ban aria-hidden="true" />}
                  onClick={() => begin('cancel')}
                >
                  Cancel Invites
                </Button>
              )}
            </SelectionBar>
          ) : (
            <p className={styles.total} aria-hidden="true">
              {totalWords}
            </p>
          )}
          <ul className={styles.list} data-dimmed={dimmed || undefined}>
            {invites.map((invite) => (
              <InviteRow
                key={invite.id}
                invite={invite}
                withInviter={withInviter}
                now={now}
                resending={acts.resending === invite.id}
                selected={selection.has(invite.id)}
                onSelect={selects ? (on) => selection.select([invite.id], on) : undefined}
                onCopy={() => acts.copy(invite)}
                onResend={() => acts.resend(invite)}
                onCancel={() => acts.ask(invite)}
              />
            ))}
          </ul>
        </>
      )}
      <CancelDialog
        invite={acts.asked}
        busy={acts.busy}
        onConfirm={acts.confirm}
        onClose={acts.close}
      />
      <LinkDialog link={acts.link} onClose={acts.closeLink} />
      {bulk && (
        <Suspense>
          <BulkInvites
            {...bulk}
            onClose={() => setBulk(null)}
            onDone={() => {
              setBulk(null)
              selection.clear()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
