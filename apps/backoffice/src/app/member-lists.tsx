import { Link } from 'react-router-dom'
import { INVITE_MANY } from '../people/invite-address'
import { InviteInput } from '../resources/invites/invite-input'
import { MyInvites } from '../resources/invites/list'
import { MemberList } from '../resources/members/list'
import { useMay } from './may'
import styles from './member-lists.module.css'
import { useAddressState } from './use-address-state'

/** Where the address of the moderators' screen says that one's own invites are wanted. */
const VIEW_PARAM = 'view'
const INVITES_VIEW = 'invites'

/** `/admin/members`: all four roles (rules/access#creator-choice). */
export function AdminMembers() {
  return (
    <MemberList
      withCreators
      invite={<InviteInput />}
      inviteMany={INVITE_MANY.admin}
      analytics="/admin/analytics"
    />
  )
}

/**
 * `/moderator` and `/moderator/members`: a creator is shown as one, and no person is made one; beside the
 * members stand the invites that one has sent.
 */
export function ModeratorMembers() {
  const { params } = useAddressState()
  if (params.get(VIEW_PARAM) === INVITES_VIEW) {
    return <MyInvites views={<MemberViews view="invites" />} />
  }
  return (
    <MemberList
      withCreators={false}
      invite={<InviteInput />}
      inviteMany={INVITE_MANY.moderator}
      views={<MemberViews view="members" />}
    />
  )
}

/** The way between the members and one's own invites, for people who may invite. */
function MemberViews({ view }: { view: 'members' | 'invites' }) {
  const mayRead = useMay('invites', 'read')
  if (!mayRead) return null
  return (
    <nav className={styles.views} aria-label="Members and invites">
      <Link className={styles.view} to="?" aria-current={view === 'members' ? 'page' : undefined}>
        Members
      </Link>
      <Link
        className={styles.view}
        to={`?${VIEW_PARAM}=${INVITES_VIEW}`}
        aria-current={view === 'invites' ? 'page' : undefined}
      >
        Your Invites
      </Link>
    </nav>
  )
}
