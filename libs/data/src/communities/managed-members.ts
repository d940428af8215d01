import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Database, Json } from '../database.gen'
import { expectRow, unwrap } from '../errors'
import { boolean, list, number, object, oneOf, string, stringOrNull } from '../json'
import { communityKeys } from './keys'

type CommunityRole = Database['public']['Enums']['community_role']
const ROLES: readonly CommunityRole[] = ['MEMBER', 'MODERATOR']

/** A person in a community, or banned from it. */
export interface ManagedMember {
  id: string
  name: string | null
  email: string
  role: CommunityRole
  banned: boolean
  /** ISO date. */
  joined_at: string
}

/** Members on one page. */
export const COMMUNITY_MEMBERS_PAGE_SIZE = 50

/** Values of the list's filter; the empty one is everybody, banned people too. */
export const MEMBER_FILTERS = ['', 'moderators', 'banned'] as const
export type MemberFilter = (typeof MEMBER_FILTERS)[number]

/** What a community's list of members shows, as it stands in its address. */
export interface ManagedMembersQuery {
  search: string
  state: MemberFilter
}

/** Reads the list's state from its address; whatever is unknown is left out. */
export function parseManagedMemberParams(params: URLSearchParams): ManagedMembersQuery {
  return {
    search: params.get('q')?.trim() ?? '',
    state: MEMBER_FILTERS.find((state) => state === params.get('state')) ?? '',
  }
}

/**
 * A page of a community's members, the last to join first, and how many there are (rules/communities#banned). Fails with
 * a DataError, `42501` for a caller who may not look after communities.
 */
export function managedMembersQuery(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  { search, state }: ManagedMembersQuery,
  page: number,
) {
  const args = {
    community_id: communityId,
    query: search,
    ...(state && { state }),
    page,
    page_size: COMMUNITY_MEMBERS_PAGE_SIZE,
  }
  return queryOptions({
    queryKey: communityKeys.managedMembers(communityId, args),
    queryFn: async ({ signal }): Promise<{ total: number; members: ManagedMember[] }> => {
      const answer = object(unwrap(await client.rpc('managed_members', args).abortSignal(signal)))
      return { total: number(answer.total), members: list(answer.members).map(parseMember) }
    },
  })
}

function parseMember(json: Json): ManagedMember {
  const row = object(json)
  return {
    id: string(row.id),
    name: stringOrNull(row.name),
    email: string(row.email),
    role: oneOf(ROLES, row.role),
    banned: boolean(row.banned),
    joined_at: string(row.joined_at),
  }
}

/** Whether a member of a community is one of its moderators. */
export function isCommunityModerator({ role }: ManagedMember): boolean {
  return role === 'MODERATOR'
}

/** Makes a member of a community its moderator, or a member again. Throws DataError, `DENIED` too. */
export function setCommunityModerator(
  client: DataClient,
  communityId: string,
  personId: string,
  moderator: boolean,
): Promise<void> {
  return writeMember(client, communityId, personId, { role: moderator ? 'MODERATOR' : 'MEMBER' })
}

/** Bans a person from a community, or lets them back. Throws DataError, `DENIED` too. */
export function setCommunityBan(
  client: DataClient,
  communityId: string,
  personId: string,
  banned: boolean,
): Promise<void> {
  return writeMember(client, communityId, personId, { banned })
}

async function writeMember(
  client: DataClient,
  communityId: string,
  personId: string,
  change: { role: CommunityRole } | { banned: boolean },
): Promise<void> {
  const write = client
    .from('community_members')
    .update(change)
    .eq('community_id', communityId)
    .eq('user_id', personId)
  expectRow(await write.select('user_id'))
}

/** A person whom a search found, and how they stand to the community. */
export interface Candidate {
  id: string
  name: string | null
  email: string
  standing: 'OUTSIDE' | 'MEMBER' | 'BANNED'
}

/** The first ten people whom a search finds, none for an empty one. Fails with a DataError. */
export function candidatesQuery(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  search: string,
) {
  return queryOptions({
    queryKey: communityKeys.candidates(communityId, search),
    enabled: search !== '',
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Candidate[]> => {
      const args = { community_id: communityId, query: search }
      const call = client.rpc('community_candidates', args)
      return list(unwrap(await call.abortSignal(signal))).map(parseCandidate)
    },
  })
}

function parseCandidate(json: Json): Candidate {
  const row = object(json)
  return {
    id: string(row.id),
    name: stringOrNull(row.name),
    email: string(row.email),
    standing: oneOf(['OUTSIDE', 'MEMBER', 'BANNED'], row.standing),
  }
}

/**
 * Adds a person to a community, also after they left. Throws DataError: `42501`, `PT404`, and
 * `PT409` with the message to show for a banned person.
 */
export async function addCommunityMember(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  personId: string,
): Promise<void> {
  unwrap(await client.rpc('add_community_member', { community_id: communityId, user_id: personId }))
}
