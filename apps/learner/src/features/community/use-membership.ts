import {
  type Community,
  communityKeys,
  joinCommunity,
  leaveCommunity,
} from '@rookies/data/communities/community'
import { communityFailure, communityMessages } from '@rookies/data/communities/community-failure'
import { COMMUNITIES_PATH, communityPath } from '@rookies/data/communities/paths'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { useData } from '../../shared/data-context'
import { showError, showToast } from '../../ui/toast-store'

/**
 * Returns functions that join the community and open it, and that leave it and open the list
 * (rules/communities#open-to).
 */
export function useMembership({ id, slug, name }: Pick<Community, 'id' | 'slug' | 'name'>) {
  const client = useData()
  const queries = useQueryClient()
  const navigate = useNavigate()

  const join = useMutation({
    mutationFn: () => joinCommunity(client, id),
    onSuccess: async () => {
      await queries.resetQueries({ queryKey: communityKeys.feed(slug) })
      void queries.invalidateQueries({ queryKey: communityKeys.mine() })
      navigate(communityPath(slug))
      showToast({ tone: 'success', title: 'Joined', message: `Welcome to ${name}` })
    },
    onError: (thrown) => {
      showError(communityFailure(communityMessages.joinFailed, thrown))
      void queries.invalidateQueries({ queryKey: communityKeys.all })
    },
  })

  const leave = useMutation({
    mutationFn: () => leaveCommunity(client, id),
    onSuccess: () => {
      navigate(COMMUNITIES_PATH)
      queries.removeQueries({ queryKey: communityKeys.feed(slug) })
      queries.removeQueries({ queryKey: communityKeys.threads() })
      void queries.invalidateQueries({ queryKey: communityKeys.mine() })
      showToast({ tone: 'success', title: 'Left', message: `You left ${name}` })
    },
    onError: (thrown) => showError(communityFailure(communityMessages.leaveFailed, thrown)),
  })

  return {
    join: () => join.mutate(),
    joining: join.isPending,
    leave: () => leave.mutate(),
    leaving: leave.isPending,
  }
}
