import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { type Answer, boolean, changed, listOf, number, orNull, shape, string } from '../json'
import { type Community, communityKeys, parseCommunity } from './community'

const parsePerson = changed(
  shape({
    id: string,
    name: orNull(string),
    /** Whether the person moderates the community. */
    leads: boolean,
    banned: boolean,
    joined_at: string,
    /** Whether the person is the caller. */
    mine: boolean,
  }),
  ({ joined_at, ...person }) => ({
    ...person,
    /** ISO date. */
    joinedAt: joined_at,
  }),
)
/** A member of a community, or a person who is banned from it. */
export type CommunityPerson = Answer<typeof parsePerson>

export const parseCommunityPeople = orNull(
  shape({
    community: parseCommunity,
    /** The number of members. */
    total: number,
    /** The number of banned people, who are also in the list. */
    banned: number,
    people: listOf(parsePerson),
  }),
)
/** The pages of a community's people that were loaded. */
export type CommunityPeople = NonNullable<Answer<typeof parseCommunityPeople>>

/**
 * Reads the people of a community for its moderators and for administrators, moderators first, then by name, fifty per
 * page (rules/communities#feed); null for everybody else. Fails with a DataError.
 */
export function peopleQuery(client: DataClient, slug: string) {
  return infiniteQueryOptions({
    queryKey: communityKeys.people(slug),
    queryFn: ({ pageParam, signal }) => readPeople(client, slug, pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last: CommunityPeople | null, pages) => {
      const known = wholePeople({ pages })?.people.length ?? 0
      return last && known < last.total + last.banned ? known : null
    },
    select: wholePeople,
  })
}

/** Merges the pages of a list of people, with the total of the last answer. */
function wholePeople({
  pages,
}: Pick<InfiniteData<CommunityPeople | null>, 'pages'>): CommunityPeople | null {
  return pages.reduce(
    (known, page) => known && page && { ...page, people: merged(known.people, page.people) },
  )
}

/**
 * Bans or unbans a person, for moderators of the community. The list is read again afterwards, because it no longer
 * contains a person who has left meanwhile. Throws DataError.
 */
export async function setBanned(
  client: DataClient,
  queries: QueryClient,
  { id, slug }: Pick<Community, 'id' | 'slug'>,
  personId: string,
  banned: boolean,
): Promise<void> {
  unwrap(await client.rpc('ban_member', { community_id: id, user_id: personId, banned }))
  const withBan = (page: CommunityPeople | null) =>
    page && {
      ...page,
      total: page.total + (banned ? -1 : 1),
      banned: page.banned + (banned ? 1 : -1),
      people: page.people.map((one) => (one.id === personId ? { ...one, banned } : one)),
    }
  const queryKey = communityKeys.people(slug)
  // The answer to a request that was sent before the change would show the old state.
  void queries.cancelQueries({ queryKey })
  queries.setQueryData<InfiniteData<CommunityPeople | null>>(
    queryKey,
    (known) => known && { ...known, pages: known.pages.map(withBan) },
  )
  void queries.invalidateQueries({ queryKey })
}

/** Appends a page without repeating a person, whose position changes if people join or leave between two requests. */
function merged(known: CommunityPerson[], more: CommunityPerson[]): CommunityPerson[] {
  const ids = new Set(known.map(({ id }) => id))
  return [...known, ...more.filter(({ id }) => !ids.has(id))]
}

async function readPeople(
  client: DataClient,
  slug: string,
  skip: number,
  signal: AbortSignal,
): Promise<CommunityPeople | null> {
  return parseCommunityPeople(
    unwrap(await client.rpc('community_people', { slug, skip }, { get: true }).abortSignal(signal)),
  )
}
