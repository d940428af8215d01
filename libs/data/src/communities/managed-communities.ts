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
  /** The title of its course; null without a course, or if the course was deleted. */
  course: orNull(string),
  /** The number of members; the list counts only up to 1,001. */
  members: number,
  /** The number of posts with open reports. */
  reported: number,
  /** ISO date of the version on which an edit is based. */
  updated_at: string,
})
/** A community in the form in which administrators see it. */
export type ManagedCommunity = Answer<typeof parseManaged>

/** The list of all communities, sorted by name. A search covers name and slug. */
export const COMMUNITY_LIST = defineList({
  resource: 'communities',
  calls: 'managed_communities',
  get: true,
  pageSize: 50,
  filters: { q: typed((query) => ({ query })) },
  parse: pageOf('communities', parseManaged),
})

const parseDetails = both(parseManaged, shape({ posts: number }))
/** A community with the exact numbers of its members and posts. */
export type CommunityDetails = Answer<typeof parseDetails>

export const parseManagedCommunity = orNull(parseDetails)

/** Reads a record of Refine's resource `communities`; null if there is none. Fails with a DataError. */
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
