import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { number, object } from '../json'
import { type Named, parseNamed } from '../touched/named'

/** Whom and what goes with a community. */
export interface CommunityImpact {
  touched: Named
  posts: number
}

/** Whom the deletion of a community touches; changes nothing. Throws as `deleteCommunity` (rules/members#touched). */
export async function readCommunityImpact(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  signal: AbortSignal,
): Promise<CommunityImpact> {
  const call = client.rpc('community_impact', { community_id: communityId })
  const answer = object(unwrap(await call.abortSignal(signal)))
  return { touched: parseNamed(answer.touched), posts: number(answer.posts) }
}
