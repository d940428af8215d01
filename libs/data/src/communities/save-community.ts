import type { DataClient } from '../client'
import { DataError, expectRow, unwrap } from '../errors'
import { type CommunityFormValues, communityColumns } from './community-form'
import type { ManagedCommunity } from './managed-communities'

/** The hint of a save that came after another person's. */
export const STALE_COMMUNITY = 'STALE_COMMUNITY'

/** Postgres: the slug is another community's. */
export const SLUG_TAKEN = '23505'

/**
 * Makes a community in one's own name. Out: its id. Throws DataError, `23505` for a slug that is another
 * community's, `42501` for a caller who may not.
 */
export async function createCommunity(
  client: DataClient,
  form: CommunityFormValues,
  personId: string,
): Promise<string> {
  const row = { ...communityColumns(form), created_by_id: personId }
  return expectRow(await client.from('communities').insert(row).select('id')).id
}

/**
 * Saves an edit of the community as it was read. Throws DataError, `PT409` with `STALE_COMMUNITY` when
 * another person saved it in between, `23505` for a slug that is another community's.
 */
export async function updateCommunity(
  client: DataClient,
  { id, updated_at }: Pick<ManagedCommunity, 'id' | 'updated_at'>,
  form: CommunityFormValues,
): Promise<void> {
  const write = client
    .from('communities')
    .update(communityColumns(form))
    .eq('id', id)
    .eq('updated_at', updated_at)
  if (unwrap(await write.select('id')).length > 0) return
  throw new DataError({
    code: 'PT409',
    hint: STALE_COMMUNITY,
    message: 'Someone else has saved this community, or it is gone.',
  })
}

/** Deletes a community for good, with members, posts and reports. Throws DataError: `42501`, `PT404`. */
export async function deleteCommunity(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
): Promise<void> {
  unwrap(await client.rpc('delete_community', { community_id: communityId }))
}
