import { type BaseKey, useUpdate } from '@refinedev/core'
import {
  isCommunityModerator,
  type ManagedMember,
  type MemberChange,
} from '@rookies/data/communities/managed-members'
import { COMMUNITY_MESSAGES } from '@rookies/data/communities/managed-messages'
import { memberName } from '@rookies/data/members/member-list'
import type { Toast } from '@rookies/data/toasts'
import { toast } from '../../app/notification-provider'
import { useReadAgainOf } from '../../app/use-read-again'

/** Changes a member's role in a community, and bans and unbans members. */
export function useMemberActions(communityId: string) {
  const changed = useReadAgainOf('communities')
  const { mutate, mutation } = useUpdate({ resource: 'community_members' })

  const change = (id: BaseKey, values: MemberChange, done: Toast, failed: Toast) =>
    mutate(
      {
        id,
        values,
        meta: { community_id: communityId },
        successNotification: toast(done, 'success'),
        errorNotification: toast(failed, 'error'),
      },
      { onSettled: changed },
    )

  return {
    setRole: (member: ManagedMember) => {
      const moderates = isCommunityModerator(member)
      const text = `${memberName(member)} is now ${moderates ? 'a member' : 'a moderator'}`
      const role = moderates ? 'MEMBER' : 'MODERATOR'
      change(member.id, { role }, { text }, COMMUNITY_MESSAGES.roleFailed)
    },
    setBanned: ({ id, banned }: ManagedMember) =>
      banned
        ? change(id, { banned: false }, COMMUNITY_MESSAGES.unbanned, COMMUNITY_MESSAGES.unbanFailed)
        : change(id, { banned: true }, COMMUNITY_MESSAGES.banned, COMMUNITY_MESSAGES.banFailed),
    /** Id of the person whose change is pending. */
    busy: mutation.isPending ? mutation.variables.id : undefined,
  }
}
