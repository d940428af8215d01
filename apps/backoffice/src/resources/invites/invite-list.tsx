import type { InviteAction, InviteAudience } from '@rookies/data/invites/change-invites'
import type { InviteQuery, SentInvite } from '@rookies/data/invites/invite-list'
import { Button } from 'antd'
import { Ban, Send } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../app/may'
import cells from '../../ui/cells.module.css'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyDialog } from '../../ui/lazy-dialog'
import { RecordTable } from '../../ui/record-table'
import { SelectionBar } from '../../ui/selection-bar'
import { useNow } from '../../ui/use-now'
import { useSelection } from '../../ui/use-selection'
import { CancelDialog } from './cancel-dialog'
import { inviteColumns } from './invite-columns'
import { LinkDialog } from './link-dialog'
import { NoInvites } from './no-invites'
import { useInviteActs } from './use-invite-acts'

/** Fetched when it is first wanted. */
const BulkInvites = lazyComponent(
  () => import('./bulk-invites'),
  (module) => module.BulkInvites,
)

interface InviteListProps {
  /** Undefined while they are on their way. */
  invites: readonly SentInvite[] | undefined
  /** What the list is narrowed by, and its order. */
  query: InviteQuery
  onOrder: (order: string) => void
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
  const { invites, query, mine, withInviter, dimmed, total, totalWords, onOrder } = props
  const mayResend = useMay('invites', 'resend')
  const mayCancel = useMay('invites', 'cancel')
  const acts = useInviteActs()
  const now = useNow()
  const [bulk, setBulk] = useState<{ act: InviteAction; audience: InviteAudience } | null>(null)
  const ids = (invites ?? []).map(({ id }) => id)
  const { search, state } = query
  const selection = useSelection(ids, total, JSON.stringify({ search, state, mine }))
  const [resends, cancels] = [mayResend, mayCancel]
  const selects = resends || cancels

  const columns = inviteColumns({
    withInviter,
    now,
    resending: acts.resending,
    onCopy: acts.copy,
    onResend: acts.resend,
    onCancel: acts.ask,
  })

  const begin = (act: InviteAction) =>
    setBulk({
      act,
      audience: selection.selected === 'all' ? { query, mine } : { ids: [...selection.selected] },
    })

  return (
    <>
      {invites?.length === 0 && <NoInvites filtered={search !== '' || state !== ''} />}
      {ids.length > 0 && selects && (
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
      )}
      {ids.length > 0 && !selects && (
        <p className={cells.count} aria-hidden="true">
          {totalWords}
        </p>
      )}
      {invites?.length !== 0 && (
        <RecordTable
          list="invites"
          label="Invites"
          columns={columns}
          records={invites}
          dimmed={dimmed}
          order={query.sort}
          onOrder={onOrder}
          selection={
            selects
              ? { ...selection, nameOf: ({ email }) => `Select the invite for ${email}` }
              : undefined
          }
        />
      )}
      <CancelDialog
        invite={acts.asked}
        busy={acts.busy}
        onConfirm={acts.confirm}
        onClose={acts.close}
      />
      <LinkDialog link={acts.link} onClose={acts.closeLink} />
      {bulk && (
        <LazyDialog
          open
          size="form"
          title={bulk.act === 'resend' ? 'Resend Invites' : 'Cancel Invites'}
          onClose={() => setBulk(null)}
        >
          <BulkInvites
            {...bulk}
            onClose={() => setBulk(null)}
            onDone={() => {
              setBulk(null)
              selection.clear()
            }}
          />
        </LazyDialog>
      )}
    </>
  )
}
