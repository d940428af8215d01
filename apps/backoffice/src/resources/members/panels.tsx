import { useAddressState } from '../../app/use-address-state'
import { INVITE_MANY } from '../invites/invite-address'
import { INVITES_VIEW, MemberViews, VIEW_PARAM } from '../invites/member-views'
import { MyInvites } from '../invites/panels'
import { MembersScreen } from './members-screen'

/** `/admin/members`: all four roles (rules/access#creator-choice). */
export function AdminMembers() {
  return <MembersScreen withCreators inviteMany={INVITE_MANY.admin} analytics="/admin/analytics" />
}

/**
 * `/moderator` and `/moderator/members`: a creator is shown as one, and no person is made one; beside the
 * members stand the invites that one has sent.
 */
export function ModeratorMembers() {
  const { params } = useAddressState()
  if (params.get(VIEW_PARAM) === INVITES_VIEW) return <MyInvites />
  return (
    <MembersScreen
      withCreators={false}
      inviteMany={INVITE_MANY.moderator}
      views={<MemberViews view="members" />}
    />
  )
}
