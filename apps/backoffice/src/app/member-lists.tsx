import { Flex } from 'antd'
import { Link } from 'react-router-dom'
import { INVITE_MANY } from '../people/invite-address'
import { InviteInput } from '../resources/invites/invite-input'
import { MyInvites } from '../resources/invites/list'
import { MemberList } from '../resources/members/list'
import { lazyComponent } from '../ui/lazy-component'
import { LazyPart } from '../ui/lazy-part'
import { useMay } from './may'
import styles from './member-lists.module.css'
import { useAddressState } from './use-address-state'

const StaffInbox = lazyComponent(
  () => import('./staff-inbox'),
  (module) => module.StaffInbox,
)

/** The parameter in the address of the moderators' screen that shows the person's own invites. */
const VIEW_PARAM = 'view'
const INVITES_VIEW = 'invites'

/** `/admin/members`: the members, to whom all four roles can be given (rules/access#creator-choice). */
export function AdminMembers() {
  return (
    <MemberList
      withCreators
      invite={<InviteInput inviteMany={INVITE_MANY.admin} />}
      inviteMany={INVITE_MANY.admin}
      analytics="/admin/analytics"
    />
  )
}

/**
 * `/moderator/members`, and `/moderator` below the inbox: the members. Nobody can be made a creator here. A second view
 * lists the invites that the person has sent.
 */
export function ModeratorMembers() {
  const { params } = useAddressState()
  if (params.get(VIEW_PARAM) === INVITES_VIEW) {
    return <MyInvites views={<MemberViews view="invites" />} />
  }
  return (
    <MemberList
      withCreators={false}
      invite={<InviteInput inviteMany={INVITE_MANY.moderator} />}
      inviteMany={INVITE_MANY.moderator}
      views={<MemberViews view="members" />}
    />
  )
}

/** `/moderator`: the inbox, above the members. */
export function ModeratorHome() {
  return (
    <Flex vertical gap="large">
      <LazyPart rows={6}>
        <StaffInbox />
      </LazyPart>
      <div>
        <ModeratorMembers />
      </div>
    </Flex>
  )
}

/** Switches between the members and the person's own invites; shown to people who have the right to invite. */
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
