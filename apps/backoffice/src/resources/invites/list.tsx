import type { InviteAction, InviteAudience } from '@rookies/data/invites/change-invites'
import { INVITE_LIST, INVITE_MESSAGES } from '@rookies/data/invites/invite-list'
import { listExport } from '@rookies/data/lists/filter-args'
import { formatCount } from '@rookies/data/wording'
import { Button } from 'antd'
import { Ban, Mail, MailSearch, Send } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { lazyDialog } from '../../kit/lazy-dialog'
import { ListTable } from '../../kit/list-table'
import { Question } from '../../kit/question'
import { type Table, useTable } from '../../kit/use-table'
import { PageHeader } from '../../ui/page-header'
import { Subject } from '../../ui/subject'
import { useNow } from '../../ui/use-now'
import { useSelection } from '../../ui/use-selection'
import { inviteColumns } from './columns'
import { InviteFilters } from './filters'
import { LinkDialog } from './link-dialog'
import { useInviteActions } from './use-invite-actions'
import { useInviteDialogs } from './use-invite-dialogs'

/** The code of the dialog loads when the dialog is first opened. */
const BulkInvites = lazyDialog(
  () => import('./bulk-invites'),
  (module) => module.BulkInvites,
  ({ act }) => ({ title: act === 'resend' ? 'Resend Invites' : 'Cancel Invites', size: 'form' }),
)

/** `/admin/invites`: administrators see all invites, and creators only their own (rules/access#role-table). */
export function AdminInvites() {
  const mayRead = useMay('invites', 'read', {})
  const table = useTable(INVITE_LIST, { failed: INVITE_MESSAGES.listFailed })
  const { button, items, dialogs } = useInviteDialogs()
  const exporting = useExportItem(listExport(INVITE_LIST, table.values))
  return (
    <>
      <PageHeader
        title="Invites"
        subtitle="People you invited, and who has joined"
        actions={button}
        running={exporting.running}
        // Only people who may read all invites may export them, because an export has no filter by sender.
        more={mayRead ? [...items, ...exporting.items] : items}
      />
      <InviteList table={table} mine={false} />
      {dialogs}
    </>
  )
}

/** Lists the invites that the reader sent, as a view of the moderators' screen of members. */
export function MyInvites({ views }: { views: ReactNode }) {
  const table = useTable(INVITE_LIST, {
    failed: INVITE_MESSAGES.listFailed,
    filters: { permanent: { mine: 'true' } },
  })
  const { button, items, dialogs } = useInviteDialogs()
  return (
    <>
      <PageHeader
        title="Your Invites"
        subtitle="People you invited, and who has joined"
        actions={button}
        more={items}
      />
      {views}
      <InviteList table={table} mine />
      {dialogs}
    </>
  )
}

/**
 * The invites to a cohort. Readers who are not administrators see only those that they sent
 * (rules/invites#own-invites).
 */
export function CohortInvites({ id }: { id: string }) {
  const mayRead = useMay('invites', 'read', {})
  const table = useTable(INVITE_LIST, {
    failed: INVITE_MESSAGES.listFailed,
    filters: { permanent: { cohort: id } },
  })
  return <InviteList table={table} mine={!mayRead} ofCohort />
}

interface InviteListProps {
  table: Table<typeof INVITE_LIST>
  /** Whether the list shows only the reader's own invites, which need no column for the sender. */
  mine: boolean
  /**
   * Whether the list shows the invites of one cohort. "Select all matches" is then not offered, because its request
   * cannot name the cohort.
   */
  ofCohort?: boolean
}

/** A list of invites, with actions on one invite and on many. */
function InviteList({ table, mine, ofCohort = false }: InviteListProps) {
  const { tableProps, filters, values, total, narrowed } = table
  const resends = useMay('invites', 'resend')
  const cancels = useMay('invites', 'cancel')
  const actions = useInviteActions()
  const cancelled = actions.cancelling.subject
  const now = useNow()
  const [bulk, setBulk] = useState<{ act: InviteAction; audience: InviteAudience } | null>(null)
  const ids = (tableProps.records ?? []).map(({ id }) => id)
  const { all, ...chosen } = useSelection(ids, total, JSON.stringify(filters))
  const selection = ofCohort ? chosen : { all, ...chosen }

  const columns = inviteColumns({
    withInviter: !mine,
    now,
    resending: actions.resending,
    onCopy: actions.copy,
    onResend: actions.resend,
    onCancel: actions.cancelling.ask,
  })

  const begin = (act: InviteAction) =>
    setBulk({
      act,
      audience:
        selection.selected === 'all' ? { filters: values, mine } : { ids: [...selection.selected] },
    })

  return (
    <>
      <InviteFilters table={table} />
      <ListTable
        {...tableProps}
        storedAs="invites"
        label="Invites"
        columns={columns}
        failed={INVITE_MESSAGES.listFailed.text}
        total={total}
        count={formatCount(total, 'invite')}
        selection={
          resends || cancels
            ? { ...selection, nameOf: ({ email }) => `Select the invite for ${email}` }
            : undefined
        }
        actions={
          <>
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
          </>
        }
        empty={
          narrowed
            ? {
                icon: <MailSearch />,
                title: 'No invites found',
                text: 'Try another part of the email or another status.',
              }
            : {
                icon: <Mail />,
                title: 'No invites yet',
                text: ofCohort
                  ? mine
                    ? 'The invites that you send to this cohort are listed here.'
                    : 'Add a list of people: those without an account get an invite.'
                  : 'Invite people by email. Their courses are ready when they join.',
              }
        }
      />
      {cancelled && (
        <Question
          {...actions.cancelling}
          title="Cancel this invite?"
          subject={<Subject name={cancelled.email} />}
          cancel="Keep Invite"
          confirm="Cancel Invite"
          danger
        >
          <p>
            The link stops working at once. To let this person in later, send them a new invite.
          </p>
        </Question>
      )}
      <LinkDialog link={actions.link} onClose={actions.closeLink} />
      {bulk && (
        <BulkInvites
          {...bulk}
          onClose={() => setBulk(null)}
          onDone={() => {
            setBulk(null)
            selection.clear()
          }}
        />
      )}
    </>
  )
}
