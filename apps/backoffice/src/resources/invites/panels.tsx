import { parseInviteParams } from '@rookies/data/invites/invite-list'
import { useExportItem } from '../../app/export/use-export-item'
import { useMay } from '../../app/may'
import { useAddressState } from '../../app/use-address-state'
import { PageHeader } from '../../ui/page-header'
import { InvitesPane } from './invites-pane'
import { MemberViews } from './member-views'
import { useInviteDialogs } from './use-invite-dialogs'

/** `/admin/invites`: all of them to administrators, their own to creators (rules/access#role-table). */
export function AdminInvites() {
  const mayRead = useMay('invites', 'read', {})
  const { params } = useAddressState()
  const { search, state } = parseInviteParams(params)
  const { button, items, dialogs } = useInviteDialogs()
  const exporting = useExportItem({ list: 'invites', filter: { search, status: state } })
  return (
    <>
      <PageHeader
        title="Invites"
        subtitle="Whom you have asked, and who has come"
        actions={button}
        running={exporting.running}
        // No one record: only people who may read all may export them.
        more={mayRead ? [...items, ...exporting.items] : items}
      />
      <InvitesPane mine={false} withInviter />
      {dialogs}
    </>
  )
}

/** A moderator's own invites, beside the members. */
export function MyInvites() {
  const { button, items, dialogs } = useInviteDialogs()
  return (
    <>
      <PageHeader
        title="Your Invites"
        subtitle="Whom you have asked, and who has come"
        actions={button}
        more={items}
      />
      <MemberViews view="invites" />
      <InvitesPane mine withInviter={false} />
      {dialogs}
    </>
  )
}
