import { MembersScreen } from './members-screen'

/** `/admin/members`: all four roles (decisions §3). */
export function AdminMembers() {
  return <MembersScreen withCreators />
}

/** `/moderator` and `/moderator/members`: a creator is shown as one, and nobody is made one. */
export function ModeratorMembers() {
  return <MembersScreen withCreators={false} />
}
