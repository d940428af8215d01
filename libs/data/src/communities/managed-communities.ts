import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, among, boolean, both, number, orNull, shape, string } from '../json'
import { defineList, pageOf, typed } from '../lists/define-list'
import { ACCESS_TYPES } from './community'

const parseManaged = shape({
  id: string,
  name: string,
  slug: string,
  description: orNull(string),
  cover_url: orNull(string),
  access: among(ACCESS_TYPES),
  read_only: boolean,
  course_id: orNull(string),
  /** The title of its course; null also if the course was deleted. */
  course: orNull(string),
  /** In the list, counted up to 1,001. */
  members: number,
  /** The number of posts with open reports. */
  reported: number,
  /** ISO date of the version that an edit begins with. */
  updated_at: string,
})
/** A community as administrators see it. */
export type ManagedCommunity = Answer<typeof parseManaged>

/** All communities by name; a search covers name and slug. */
export const COMMUNITY_LIST = defineList({
  resource: 'communities',
  calls: 'managed_communities',
  get: true,
  pageSize: 50,
  filters: { q: typed((query) => ({ query })) },
  parse: pageOf('communities', parseManaged),
})

const parseDetails = both(parseManaged, shape({ posts: number }))
/** One community with the number of all its members and posts. */
export type CommunityDetails = Answer<typeof parseDetails>

export const parseManagedCommunity = orNull(parseDetails)

/** Reads one of Refine's `communities`; null if there is none. Fails with a DataError. */
export async function readManagedCommunity(
  client: Pick<DataClient, 'rpc'>,
  id: string,
  signal: AbortSignal,
): Promise<CommunityDetails | null> {
  const call = client.rpc('managed_community', { community_id: id }, { get: true })
  return parseManagedCommunity(unwrap(await call.abortSignal(signal)))
}

/** Deletes a community for good, with its members, posts and reports. Throws DataError: `42501`, `PT404`. */
export async function deleteCommunity(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
): Promise<void> {
  unwrap(await client.rpc('delete_community', { community_id: communityId }))
}
