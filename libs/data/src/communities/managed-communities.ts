import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { defineList, typed } from '../lists/define-list'
import { ACCESS_TYPES } from './community'

/** A community as administrators see it. */
export interface ManagedCommunity {
  id: string
  name: string
  slug: string
  description: string | null
  cover_url: string | null
  access: (typeof ACCESS_TYPES)[number]
  read_only: boolean
  course_id: string | null
  /** The title of its course; null also if the course was deleted. */
  course: string | null
  /** In the list, counted up to 1,001. */
  members: number
  /** The number of posts with open reports. */
  reported: number
  /** ISO date of the version that an edit begins with. */
  updated_at: string
}

/** All communities by name; a search covers name and slug. */
export const COMMUNITY_LIST = defineList({
  resource: 'communities',
  calls: 'managed_communities',
  get: true,
  pageSize: 50,
  filters: { q: typed((query) => ({ query })) },
  parse: (page) => ({ data: list(page.communities).map(parseManaged), total: number(page.total) }),
})

/** One community with the number of all its members and posts. */
export interface CommunityDetails extends ManagedCommunity {
  posts: number
}

/** Reads one of Refine's `communities`; null if there is none. Fails with a DataError. */
export async function readManagedCommunity(
  client: Pick<DataClient, 'rpc'>,
  id: string,
  signal: AbortSignal,
): Promise<CommunityDetails | null> {
  const call = client.rpc('managed_community', { community_id: id }, { get: true })
  const answer = unwrap(await call.abortSignal(signal))
  if (answer === null) return null
  return { ...parseManaged(answer), posts: number(object(answer).posts) }
}

function parseManaged(json: Json): ManagedCommunity {
  const row = object(json)
  return {
    id: string(row.id),
    name: string(row.name),
    slug: string(row.slug),
    description: stringOrNull(row.description),
    cover_url: stringOrNull(row.cover_url),
    access: oneOf(ACCESS_TYPES, row.access),
    read_only: boolean(row.read_only),
    course_id: stringOrNull(row.course_id),
    course: stringOrNull(row.course),
    members: number(row.members),
    reported: number(row.reported),
    updated_at: string(row.updated_at),
  }
}

/** Deletes a community for good, with its members, posts and reports. Throws DataError: `42501`, `PT404`. */
export async function deleteCommunity(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
): Promise<void> {
  unwrap(await client.rpc('delete_community', { community_id: communityId }))
}
