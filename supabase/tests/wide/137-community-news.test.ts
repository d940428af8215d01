import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { type Community, communities } from '../scenes/communities'

const db = useDatabase()
const { community, admit, post, call, refusal, mine, ban } = communities(db)

let place: Community
let mo: Person
let lee: Person

beforeEach(async () => {
  place = await community()
  mo = await admit(await db.person(), place)
  lee = await admit(await db.person(), place)
  await db.owner(
    `update public.community_members set joined_at = now() - interval '1 day' where community_id = $1`,
    [place.id],
  )
})

/** Returns what is new to a person in the bar, and on the community's card. */
const news = async (who: Person) => [
  await call(who, 'new_in_communities'),
  ((await mine(who, place)) as unknown as { news: number } | undefined)?.news,
]
const see = (who: Person | 'visitor', seen = new Date().toISOString(), where = place) =>
  call<number>(who, 'mark_community_seen', where.slug, seen)
const visits = (who: Person) =>
  db.owner('select seen_at from private.community_visits where user_id = $1', [who.id])

describe('what is new in a community', () => {
  test('is what others wrote since the person joined, threads and replies', async () => {
    await post(lee, place, { ago: '2 days' })
    const thread = await post(lee, place)
    await post(lee, place, { answers: thread })
    expect(await news(mo)).toEqual([2, 2])
    expect(await news(lee)).toEqual([0, 0])
    expect((await call<{ community_news: number }>(mo, 'boot')).community_news).toBe(2)
  })

  test('does not include deleted posts', async () => {
    const gone = await post(lee, place)
    await db.owner('update public.community_posts set deleted_at = now() where id = $1', [gone])
    expect(await news(mo)).toEqual([0, 0])
  })

  test('is marked as seen up to the shown moment, for this person only', async () => {
    const other = await admit(await db.person(), place)
    await db.owner(
      `update public.community_members set joined_at = now() - interval '1 day' where user_id = $1`,
      [other.id],
    )
    await post(lee, place, { ago: '2 hours' })
    await post(lee, place, { ago: '10 minutes' })
    expect(await see(mo, new Date(Date.now() - 3_600_000).toISOString())).toBe(1)
    expect(await news(mo)).toEqual([1, 1])
    expect(await see(mo)).toBe(0)
    expect(await news(mo)).toEqual([0, 0])
    expect(await news(other)).toEqual([2, 2])
  })

  test('is not counted again after a late request, which does not mark a later post as seen either', async () => {
    await post(lee, place)
    await see(mo)
    expect(await see(mo, '2020-01-01')).toBe(0)
    await see(mo, '2100-01-01')
    await post(lee, place, { ago: '-1 second' })
    expect(await news(mo)).toEqual([1, 1])
  })

  test('is counted up to ten, over all communities', async () => {
    const second = await admit(mo, await community()).then(() => place)
    for (let i = 0; i < 12; i += 1) await post(lee, second)
    expect(await news(mo)).toEqual([10, 10])
  })

  test('starts again for a person who left and rejoined', async () => {
    await post(lee, place)
    await call(mo, 'leave_community', place.id)
    expect((await news(mo))[0]).toBe(0)
    await call(mo, 'join_community', place.id)
    expect(await news(mo)).toEqual([0, 0])
  })
})

describe('a visit', () => {
  test('is stored for joined communities only', async () => {
    const stranger = await db.person()
    const admin = await db.person({ role: 'ADMIN' })
    for (const who of [stranger, admin]) {
      expect(await see(who)).toBe(0)
      expect(await visits(who)).toEqual([])
    }
    await see(mo, undefined, { id: '', slug: `none-${randomUUID()}` })
    expect(await visits(mo)).toEqual([])
    await see(mo)
    expect(await visits(mo)).toHaveLength(1)
  })

  test('is not stored for a banned or disabled person, or a visitor', async () => {
    await post(lee, place)
    await ban(mo)
    expect(await see(mo)).toBe(0)
    expect(await visits(mo)).toEqual([])
    expect(await news(mo)).toEqual([0, 0])
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [lee.id])
    expect(await see(lee)).toBe(0)
    expect(await visits(lee)).toEqual([])
    expect(await refusal('visitor', 'mark_community_seen', place.slug, '2020-01-01')).toBe('42501')
    expect(await call('visitor', 'new_in_communities')).toBe(0)
  })

  test('is also stored under the earlier name, which apps that were opened before call', async () => {
    await post(lee, place)
    expect(await call<number>(mo, 'see_community', place.slug, new Date().toISOString())).toBe(0)
    expect(await visits(mo)).toHaveLength(1)
    expect(await news(mo)).toEqual([0, 0])
    expect(await refusal('visitor', 'see_community', place.slug, '2020-01-01')).toBe('42501')
  })

  test('is readable only through the counts, and deleted with the account', async () => {
    await see(mo)
    const admin = await db.person({ role: 'ADMIN' })
    const read = 'select * from private.community_visits'
    for (const who of [mo, admin]) expect((await db.as(who, read)).code).toBe('42501')
    await db.owner('delete from public.profiles where id = $1', [mo.id])
    expect(await visits(mo)).toEqual([])
  })
})
