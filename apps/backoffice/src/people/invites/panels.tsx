import { PageHeader } from '../../ui/page-header'
import { InvitesPane } from './invites-pane'
import { MemberViews } from './member-views'
import { useInviteDialogs } from './use-invite-dialogs'

/** `/admin/invites`: all of them to administrators, their own to creators (decisions §3). */
export function AdminInvites() {
  const { buttons, dialogs } = useInviteDialogs()
  return (
    <>
      <PageHeader
        title="Invites"
        subtitle="Whom you have asked, and who has come"
        actions={buttons}
      />
      <InvitesPane mine={false} withInviter />
      {dialogs}
    </>
  )
}

/** A moderator's own invites, beside the members (decisions §3). */
export function MyInvites() {
  const { buttons, dialogs } = useInviteDialogs()
  return (
    <>
      <PageHeader
        title="Your Invites"
        subtitle="Whom you have asked, and who has come"
        actions={buttons}
      />
      <MemberViews view="invites" />
      <InvitesPane mine withInviter={false} />
      {dialogs}
    </>
  )
}
