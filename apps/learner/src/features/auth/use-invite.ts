import { inviteQuery } from '@rookies/data/invites/invite-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'

/** Reads the invite of a token, and reads it again when another person signs in. */
export function useInvite(token: string) {
  return useQuery({ ...inviteQuery(useData(), token), placeholderData: keepPreviousData })
}
