import { communityKeys } from '@rookies/data/communities/keys'
import {
  type ManagedMember,
  setCommunityBan,
  setCommunityRole,
} from '@rookies/data/communities/managed-members'
import { COMMUNITY_TOASTS } from '@rookies/data/communities/managed-messages'
import { memberName } from '@rookies/data/members/member-list'
import { useMutation } from '@tanstack/react-query'
import { useBackend } from '../../app/backend'
import { useToasts } from '../../app/toasts'

/** Make Mod, Make Member, Ban and Unban: does it, says so, and offers the way back where there is one. */
export function useMemberActs(communityId: string) {
  const { client, queries } = useBackend()
  const toasts = useToasts()
  const onSettled = () => queries.invalidateQueries({ queryKey: communityKeys.managed() })

  const role = useMutation({
    mutationFn: ({ id, role }: ManagedMember) =>
      setCommunityRole(client, communityId, id, role === 'MEMBER' ? 'MODERATOR' : 'MEMBER'),
    onSuccess: (_, member) =>
      toasts.succeeded({
        text: `${memberName(member)} is ${member.role === 'MEMBER' ? 'a moderator' : 'a member'} now`,
      }),
    onError: () => toasts.failed(COMMUNITY_TOASTS.roleFailed),
    onSettled,
  })
  const ban = useMutation({
    mutationFn: ({ id, banned }: ManagedMember) =>
      setCommunityBan(client, communityId, id, !banned),
    onSuccess: (_, { banned }) =>
      toasts.succeeded(banned ? COMMUNITY_TOASTS.unbanned : COMMUNITY_TOASTS.banned),
    onError: (_, { banned }) =>
      toasts.failed(banned ? COMMUNITY_TOASTS.unbanFailed : COMMUNITY_TOASTS.banFailed),
    onSettled,
  })
  const [pending] = [role, ban].filter(({ isPending }) => isPending)
  return {
    setRole: role.mutate,
    setBanned: ban.mutate,
    /** Id of whoever something is being done to. */
    busy: pending?.variables?.id,
  }
}
