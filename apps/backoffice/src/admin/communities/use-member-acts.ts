import { communityKeys } from '@rookies/data/communities/keys'
import {
  isCommunityModerator,
  type ManagedMember,
  setCommunityBan,
  setCommunityModerator,
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
    mutationFn: (member: ManagedMember) =>
      setCommunityModerator(client, communityId, member.id, !isCommunityModerator(member)),
    onSuccess: (_, member) =>
      toasts.succeeded({
        text: `${memberName(member)} is ${isCommunityModerator(member) ? 'a member' : 'a moderator'} now`,
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
    /** Id of the member whom an action is changing. */
    busy: pending?.variables?.id,
  }
}
