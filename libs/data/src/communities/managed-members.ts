import type { DataClient } from '../client'
import { COMMUNITY_ROLE, type Database, type Enums } from '../database.gen'
import { expectRow, unwrap } from '../errors'
import { type Answer, among, boolean, changed, listOf, orNull, shape, string } from '../json'
import { choice, defineList, matching, pageOf, typed } from '../lists/define-list'

type CommunityRole = Enums<'community_role'>
const parseMember = shape({
  id: string,
  name: orNull(string),
  email: string,
  role: among(COMMUNITY_ROLE),
  banned: boolean,
  /** ISO date. */
  joined_at: string,
})
/** A member of a community, or a person who is banned from it. */
export type ManagedMember = Answer<typeof parseMember>

/** The values of the list's filter. */
export const MEMBER_FILTERS = ['moderators', 'banned'] as const
export type MemberFilter = (typeof MEMBER_FILTERS)[number]

/** The members of a community and the people banned from it, the last to join first (rules/communities#banned). */
export const COMMUNITY_MEMBER_LIST = defineList({
  resource: 'community_members',
  calls: 'managed_members',
  pageSize: 50,
  filters: {
    q: typed((query) => ({ query })),
    state: choice(MEMBER_FILTERS, (state) => ({ state })),
  },
  permanent: { community_id: matching(/./, (community_id) => ({ community_id })) },
  parse: pageOf('members', parseMember),
})

export function isCommunityModerator({ role }: ManagedMember): boolean {
  return role === 'MODERATOR'
}

/** A change of a member of a community. */
export type MemberChange = { role: CommunityRole } | { banned: boolean }

/**
 * Updates a record of Refine's resource `community_members`: changes between moderator and member, bans or unbans.
 * Throws DataError, also `DENIED`.
 */
export async function changeCommunityMember(
  client: Pick<DataClient, 'from'>,
  communityId: string,
  personId: string,
  change: MemberChange,
): Promise<void> {
  const write = client
    .from('community_members')
    .update(change)
    .eq('community_id', communityId)
    .eq('user_id', personId)
  expectRow(await write.select('user_id'))
}

const parseCandidate = changed(
  shape({
    id: string,
    name: orNull(string),
    email: string,
    standing: among(['OUTSIDE', 'MEMBER', 'BANNED']),
  }),
  ({ standing, ...person }) => ({ ...person, relation: standing }),
)
/** A person in the results of a search, with the relation to the community. */
export type Candidate = Answer<typeof parseCandidate>

export const parseCandidates = listOf(parseCandidate)

/** Returns the first ten people whom a search finds; an empty list for an empty search. Fails with a DataError. */
export async function readCandidates(
  client: Pick<DataClient, 'rpc'>,
  communityId: string,
  search: string,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const call = client.rpc('community_candidates', { community_id: communityId, query: search })
  return parseCandidates(unwrap(await call.abortSignal(signal)))
}

/** The person to add, and the community. */
export type NewMember = Database['public']['Functions']['add_community_member']['Args']

/**
 * Adds a person to a community, also one who has left it. Throws DataError: `42501`, `PT404`, and, for a banned person,
 * `PT409` with the message to show.
 */
export async function addCommunityMember(
  client: Pick<DataClient, 'rpc'>,
  { community_id, user_id }: NewMember,
): Promise<void> {
  unwrap(await client.rpc('add_community_member', { community_id, user_id }))
}
