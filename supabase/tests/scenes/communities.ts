import { randomUUID } from 'node:crypto'
import type { Person, TestDatabase } from '../database'

export interface Post {
  id: string
  author?: string | null
  former?: boolean
  mine?: boolean
  leads?: boolean
  body?: string
  cut?: boolean
  edited?: boolean
  gone: boolean
  reported?: boolean
  reports?: number
  replies: number
  latest: Post[]
}

interface Head {
  name: string
  state: string
  can_post: boolean
  moderates: boolean
  reported: number
}

export interface Feed {
  community: Head
  threads: Post[]
  next: string | null
  as_of: string
}

export interface Community {
  id: string
  slug: string
}

type Access = 'FREE' | 'COURSE' | 'PAID' | 'INVITE'

/** Creates communities, with people and posts, and calls the functions of the API about them. */
export function communities(db: TestDatabase) {
  async function community(
    options: { access?: Access; course?: string; readOnly?: boolean } = {},
  ): Promise<Community> {
    const [id, slug] = [randomUUID(), `c-${randomUUID()}`]
    await db.owner(
      `insert into public.communities (id, name, slug, description, access_type, course_id, read_only, created_by_id)
       values ($1, 'The Study', $2, 'For talking', $3, $4, $5, null)`,
      [id, slug, options.access ?? 'FREE', options.course ?? null, options.readOnly ?? false],
    )
    return { id, slug }
  }

  async function admit(person: Person, place: Community, role = 'MEMBER'): Promise<Person> {
    await db.owner(
      'insert into public.community_members (community_id, user_id, role) values ($1, $2, $3)',
      [place.id, person.id, role],
    )
    return person
  }

  /** Inserts as the owner, so that a post can be older than a minute. */
  async function post(
    author: Person | null,
    place: Community,
    options: { body?: string; answers?: string; ago?: string } = {},
  ): Promise<string> {
    const id = randomUUID()
    await db.owner(
      `insert into public.community_posts (id, community_id, author_id, parent_id, body, created_at)
       values ($1, $2, $3, $4, $5, now() - $6::interval)`,
      [
        id,
        place.id,
        author?.id ?? null,
        options.answers ?? null,
        options.body ?? 'Hello',
        options.ago ?? '1 hour',
      ],
    )
    return id
  }

  const call = async <T>(who: Person | 'visitor', name: string, ...values: unknown[]) =>
    (await db.value(
      who,
      `select public.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`,
      values,
    )) as T
  const refusal = async (who: Person | 'visitor', name: string, ...values: unknown[]) =>
    (
      await db.as(
        who,
        `select public.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')})`,
        values,
      )
    ).code
  const feed = (who: Person, place: Community, before?: string, size = 20) =>
    call<Feed | null>(who, 'community_feed', place.slug, before ?? null, size)
  const mine = async (who: Person, place: Community) => {
    const answer = await call<{ communities: (Head & { slug: string })[] }>(who, 'my_communities')
    return answer.communities.find(({ slug }) => slug === place.slug)
  }
  const say = (who: Person, place: Community, body = 'Hello', answers: string | null = null) =>
    db.as(
      who,
      'insert into public.community_posts (community_id, body, parent_id) values ($1, $2, $3)',
      [place.id, body, answers],
    )

  const ban = (person: Person) =>
    db.owner('update public.community_members set banned = true where user_id = $1', [person.id])

  return { community, admit, post, call, refusal, feed, mine, say, ban }
}
