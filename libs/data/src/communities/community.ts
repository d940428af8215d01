import type { DataClient } from '../client'
import { COMMUNITY_ACCESS_TYPE } from '../database.gen'
import { unwrap } from '../errors'
import {
  type Answer,
  among,
  boolean,
  both,
  number,
  orNull,
  type Schema,
  shape,
  string,
} from '../json'

/** The groups of people to whom a community can be open. */
export const ACCESS_TYPES = COMMUNITY_ACCESS_TYPE

const parseNamed = shape({
  id: string,
  slug: string,
  name: string,
  /**
   * The relation of the person to the community: has joined; may join; has joined but lost access since; manages it as
   * an administrator without access; or is banned (rules/communities#open-to).
   */
  state: among(['JOINED', 'OPEN', 'CLOSED', 'STAFF', 'BANNED']),
})
const parseWhole = both(
  parseNamed,
  shape({
    description: orNull(string),
    cover_url: orNull(string),
    access: among(ACCESS_TYPES),
    /** The title of the course whose learners may join. */
    course: orNull(string),
    /** Whether only moderators may write. */
    read_only: boolean,
    /** Whether the person may delete posts by others and see reports. */
    moderates: boolean,
    can_post: boolean,
    /** The number of posts with open reports; 0 for people who are not moderators. */
    reported: number,
  }),
)
/** A community in the form in which one person sees it. */
export type Community = Answer<typeof parseWhole>

const NOTHING = {
  description: null,
  cover_url: null,
  access: 'INVITE',
  course: null,
  read_only: true,
  moderates: false,
  can_post: false,
  reported: 0,
} as const

/** Parses a community. For a banned person, the answer contains only the name. */
export const parseCommunity: Schema<Community> = (answer) => {
  const named = parseNamed(answer)
  return named.state === 'BANNED' ? { ...named, ...NOTHING } : parseWhole(answer)
}

/** Returns a text about who may enter a community (rules/communities#open-to). */
export function accessText({ access, course }: Pick<Community, 'access' | 'course'>): string {
  switch (access) {
    case 'FREE':
      return 'Open to everybody'
    case 'COURSE':
      return course ? `For learners of ${course}` : 'For learners of a course'
    case 'PAID':
      return 'For people who bought access'
    case 'INVITE':
      return 'By invite'
  }
}

/** Returns why a person who has joined a community can no longer open it. */
export function closedText({ access, course }: Pick<Community, 'access' | 'course'>): string {
  switch (access) {
    case 'COURSE':
      return course
        ? `It is for learners of ${course}, and your access to that course has ended.`
        : 'The course it belongs to is no longer there.'
    case 'PAID':
      return 'It is for people who bought access, and your purchase is no longer valid.'
    case 'FREE':
    case 'INVITE':
      return 'It is no longer open to you.'
  }
}

/** The query keys of communities. Joining, leaving and being banned invalidate `all`. */
export const communityKeys = {
  all: ['communities'] as const,
  mine: () => [...communityKeys.all, 'mine'] as const,
  feeds: () => [...communityKeys.all, 'feed'] as const,
  feed: (slug: string) => [...communityKeys.feeds(), slug] as const,
  threads: () => [...communityKeys.all, 'thread'] as const,
  thread: (postId: string) => [...communityKeys.threads(), postId] as const,
  news: (slug: string, since: string) => [...communityKeys.all, 'news', slug, since] as const,
  people: (slug: string) => [...communityKeys.all, 'people', slug] as const,
  reports: (slug: string) => [...communityKeys.all, 'reports', slug] as const,
}

/**
 * Joins a community that is open to the signed-in person (rules/communities#open-to). Joining again is no error. Throws
 * DataError; code `42501` if it is not open to the person.
 */
export async function joinCommunity(client: DataClient, communityId: string): Promise<void> {
  unwrap(await client.rpc('join_community', { community_id: communityId }))
}

/** Ends the signed-in person's membership (rules/communities#banned); the posts stay. Throws DataError. */
export async function leaveCommunity(client: DataClient, communityId: string): Promise<void> {
  unwrap(await client.rpc('leave_community', { community_id: communityId }))
}
