import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { type Community, communities, type Post } from './scenes/communities'

const db = useDatabase()
const { community, admit, post, call, refusal, feed, mine, say, ban } = communities(db)

let place: Community
let member: Person
let moderator: Person

beforeEach(async () => {
  place = await community()
  member = await admit(await db.person({ name: 'Mo Member' }), place)
  moderator = await admit(await db.person({ name: 'Lee Leader' }), place, 'MODERATOR')
})

describe('the feed', () => {
  test('returns threads newest first, each with its two latest replies, page by page', async () => {
    const threads: string[] = []
    for (const hours of [1, 2, 3])
      threads.push(await post(member, place, { ago: `${hours} hours` }))
    for (const [at, body] of ['one', 'two', 'three'].entries()) {
      await post(moderator, place, { answers: threads[2], body, ago: `${50 - at} minutes` })
    }
    const first = await feed(member, place, undefined, 2)
    expect(first?.threads.map(({ id }) => id)).toEqual(threads.slice(0, 2))
    expect(first?.next).toBe(threads[1])
    const second = await feed(member, place, threads[1], 2)
    expect(second?.threads).toMatchObject([
      { id: threads[2], replies: 3, latest: [{ body: 'two', leads: true }, { body: 'three' }] },
    ])
    expect(second?.next).toBeNull()
    expect((await feed(member, place, randomUUID()))?.threads).toEqual([])
  })

  test('returns each post once, also with equal times', async () => {
    await db.owner(
      `insert into public.community_posts (community_id, author_id, body, created_at)
       select $1, $2, 'Number ' || n, '2026-01-01' from generate_series(1, 7) n`,
      [place.id, member.id],
    )
    const seen: string[] = []
    let before: string | undefined
    do {
      const page = await feed(member, place, before, 3)
      seen.push(...(page?.threads ?? []).map(({ id }) => id))
      before = page?.next ?? undefined
    } while (before)
    expect(new Set(seen).size).toBe(7)
    expect(seen).toHaveLength(7)
  })

  test('is at most 12 kB even with long posts, and no post is missing from its pages', async () => {
    for (const minutes of [1, 2, 3, 4, 5]) {
      const id = await post(member, place, { body: '🦉'.repeat(9000), ago: `${minutes} hours` })
      for (const _ of [1, 2, 3]) await post(member, place, { body: 'ż'.repeat(9000), answers: id })
    }
    let count = 0
    let before: string | undefined
    do {
      const page = await feed(member, place, before, 50)
      expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(12_288)
      count += page?.threads.length ?? 0
      before = page?.next ?? undefined
    } while (before)
    expect(count).toBe(5)
    const [opener] = (await feed(member, place))?.threads ?? []
    expect(opener).toMatchObject({ cut: true })
    const whole = await call<{ post: Post; next: string }>(member, 'community_thread', opener?.id)
    expect(whole.post).toMatchObject({ cut: false, body: '🦉'.repeat(9000) })
    expect(whole.next).not.toBeNull()
  })

  test('contains no text of people who deleted their account, but the replies of others', async () => {
    const leaver = await admit(await db.person({ name: 'Gone Girl' }), place)
    const thread = await post(leaver, place)
    const answer = await post(member, place, { answers: thread })
    await post(leaver, place, { answers: thread })
    await db.authService('delete from auth.users where id = $1', [leaver.id])
    const [opener] = (await feed(member, place))?.threads ?? []
    expect(opener).toMatchObject({ id: thread, gone: true, replies: 1, latest: [{ id: answer }] })
    expect(JSON.stringify(opener)).not.toMatch(/Gone Girl|Deleted account/)
  })

  test('counts the posts that others wrote since a moment', async () => {
    const since = (await feed(member, place))?.as_of
    await say(member, place, 'My own')
    const thread = await post(moderator, place, { ago: '0 seconds' })
    await post(moderator, place, { answers: thread, ago: '0 seconds' })
    expect(await call(member, 'community_news', place.slug, since)).toBe(2)
  })

  test('returns the whole thread of any reply, page by page', async () => {
    const thread = await post(member, place)
    const replies: string[] = []
    for (let at = 60; at > 5; at -= 1) {
      replies.push(await post(moderator, place, { answers: thread, ago: `${at} seconds` }))
    }
    const first = await call<{ post: Post; total: number; replies: Post[]; next: string }>(
      member,
      'community_thread',
      replies[54],
    )
    expect(first.post.id).toBe(thread)
    expect(first.total).toBe(55)
    const second = await call<typeof first>(member, 'community_thread', thread, first.next)
    expect([...first.replies, ...second.replies].map(({ id }) => id)).toEqual(replies)
    expect(second.next).toBeNull()
  })
})

describe('writing', () => {
  test('in a read-only community is for its moderators only', async () => {
    await db.owner('update public.communities set read_only = true where id = $1', [place.id])
    expect(await feed(member, place)).toMatchObject({ community: { can_post: false } })
    expect((await say(member, place)).code).toBe('42501')
    expect(await feed(moderator, place)).toMatchObject({ community: { can_post: true } })
    expect((await say(moderator, place)).code).toBeUndefined()
  })

  test('is limited to ten posts a minute, including deleted and concurrent ones', async () => {
    for (let at = 0; at < 10; at += 1) await say(member, place)
    await db.owner('update public.community_posts set deleted_at = now() where community_id = $1', [
      place.id,
    ])
    expect(await say(member, place)).toMatchObject({
      code: 'PT429',
      message: 'You are posting too fast. Please wait a minute and try again.',
    })
    expect((await say(moderator, place)).code).toBeUndefined()

    const hasty = await admit(await db.person(), place)
    const many = await db.as(
      hasty,
      `insert into public.community_posts (community_id, body) select $1, 'x' from generate_series(1, 11)`,
      [place.id],
    )
    expect(many.code).toBe('PT429')
    const outcomes = await Promise.all(Array.from({ length: 14 }, () => say(hasty, place)))
    expect(outcomes.filter(({ code }) => code === undefined)).toHaveLength(10)
  })

  test('shows edits, and other people’s posts cannot be edited', async () => {
    const id = await post(member, place)
    const edit = 'update public.community_posts set body = $2 where id = $1 returning id'
    expect((await db.as(moderator, edit, [id, 'Mine now'])).rows).toEqual([])
    expect((await feed(member, place))?.threads).toMatchObject([{ body: 'Hello', edited: false }])
    expect((await db.as(member, edit, [id, 'Better'])).rows).toEqual([{ id }])
    expect((await feed(member, place))?.threads).toMatchObject([{ body: 'Better', edited: true }])
  })
})

describe('deleting', () => {
  test('keeps a thread with replies, and removes one without', async () => {
    const [answered, alone] = [await post(member, place), await post(member, place)]
    await post(moderator, place, { answers: answered, body: 'An answer' })
    await call(member, 'delete_post', answered)
    await call(member, 'delete_post', alone)
    const threads = (await feed(moderator, place))?.threads
    expect(threads).toMatchObject([{ id: answered, gone: true, latest: [{ body: 'An answer' }] }])
    expect(threads?.[0]).not.toHaveProperty('body')
    expect(threads?.[0]).not.toHaveProperty('author')
    expect(await call(moderator, 'community_thread', alone)).toBeNull()
    expect((await say(moderator, place, 'Late', answered)).code).toBe('42501')
  })

  test('can be undone by the same person for ten minutes', async () => {
    const id = await post(member, place)
    await call(moderator, 'delete_post', id)
    expect(await refusal(member, 'restore_post', id)).toBe('42501')
    await call(moderator, 'restore_post', id)
    expect((await feed(member, place))?.threads).toMatchObject([{ id, body: 'Hello' }])
    await call(member, 'delete_post', id)
    await db.owner(
      `update public.community_posts set deleted_at = now() - interval '11 minutes' where id = $1`,
      [id],
    )
    expect(await refusal(member, 'restore_post', id)).toBe('42501')
    expect(await refusal(member, 'delete_post', id)).toBe('42501')
  })
})

describe('reports', () => {
  const report = (who: Person, id: string, reason: string | null = null) =>
    db.as(who, 'insert into public.community_post_reports (post_id, reason) values ($1, $2)', [
      id,
      reason,
    ])

  test('are made once by a person, and read by moderators, who do not learn by whom', async () => {
    const id = await post(moderator, place)
    expect((await report(member, id, 'Unkind')).code).toBeUndefined()
    expect((await report(member, id)).code).toBe('23505')
    expect((await report(await db.person(), id)).code).toBe('42501')
    expect(await feed(member, place)).toMatchObject({
      community: { reported: 0 },
      threads: [{ reported: true, reports: 0 }],
    })
    expect(await call(member, 'community_reports', place.slug)).toBeNull()
    expect(await feed(moderator, place)).toMatchObject({
      community: { reported: 1 },
      threads: [{ reported: false, reports: 1 }],
    })
    expect(await call(moderator, 'community_reports', place.slug)).toMatchObject({
      total: 1,
      items: [{ post: { id, reports: 1 }, reasons: ['Unkind'], author_id: null }],
    })
  })

  test('name the author to people who may list people', async () => {
    const id = await post(member, place)
    await report(moderator, id)
    const said = async (who: Person) =>
      (await call<{ items: object[] } | null>(who, 'community_reports', place.slug))?.items
    expect(await said(moderator)).toMatchObject([{ author_id: null }])
    expect(await said(await db.person({ role: 'ADMIN' }))).toMatchObject([{ author_id: member.id }])
  })

  test('are settled by dismissing them or by deleting the post, and are open again when the post is restored', async () => {
    const [kept, removed] = [await post(member, place), await post(member, place)]
    const neighbour = await admit(await db.person(), place)
    await report(neighbour, kept)
    await report(neighbour, removed)
    const total = async () =>
      (await call<{ total: number } | null>(moderator, 'community_reports', place.slug))?.total
    expect(await refusal(member, 'resolve_reports', kept)).toBe('42501')
    expect(await total()).toBe(2)
    await call(moderator, 'resolve_reports', kept)
    expect(await total()).toBe(1)
    await call(moderator, 'delete_post', removed)
    expect(await total()).toBeUndefined()
    await call(moderator, 'restore_post', removed)
    expect(await total()).toBe(1)
    expect(
      await db.owner(
        'select resolved_by_id from public.community_post_reports where post_id = $1',
        [kept],
      ),
    ).toEqual([{ resolved_by_id: moderator.id }])
  })

  test('of another community are not visible to a moderator', async () => {
    const elsewhere = await community()
    const author = await admit(await db.person(), elsewhere)
    const id = await post(author, elsewhere)
    await report(author, id)
    expect(await call(moderator, 'community_reports', elsewhere.slug)).toBeNull()
    expect(await refusal(moderator, 'resolve_reports', id)).toBe('42501')
    expect(await refusal(moderator, 'delete_post', id)).toBe('42501')
  })
})

describe('the people of a community', () => {
  interface People {
    total: number
    banned: number
    people: { id: string; name: string; leads: boolean; banned: boolean; mine: boolean }[]
  }
  const people = (who: Person, skip = 0) =>
    call<People | null>(who, 'community_people', place.slug, skip)
  const setBan = (who: Person, person: Person, banned = true) =>
    refusal(who, 'ban_member', place.id, person.id, banned)

  test('the people of a community are visible to its moderators and to administrators, by name only', async () => {
    await admit(await db.person({ name: 'abe' }), place)
    const gone = await admit(await db.person({ name: 'Gone' }), place)
    await call(gone, 'leave_community', place.id)
    const list = await people(moderator)
    expect(list?.total).toBe(3)
    expect(list?.people).toMatchObject([
      { name: 'Lee Leader', leads: true, mine: true },
      { name: 'abe', leads: false, banned: false, mine: false },
      { id: member.id, name: 'Mo Member' },
    ])
    expect(Object.keys(list?.people[0] ?? {}).sort()).toEqual(
      ['banned', 'id', 'joined_at', 'leads', 'mine', 'name'].sort(),
    )
    expect((await people(moderator, 2))?.people).toHaveLength(1)
    expect((await people(await db.person({ role: 'ADMIN' })))?.total).toBe(3)
    expect(await people(member)).toBeNull()
    expect(await people(await db.person({ role: 'MODERATOR' }))).toBeNull()
    expect(await refusal('visitor', 'community_people', place.slug, 0)).toBe('42501')
  })

  test('are banned and unbanned by its moderators, and stay on the list', async () => {
    expect(await setBan(moderator, member)).toBeUndefined()
    expect(await feed(member, place)).toMatchObject({ community: { state: 'BANNED' } })
    await call(member, 'leave_community', place.id)
    expect(await people(moderator)).toMatchObject({
      total: 1,
      banned: 1,
      people: [{}, { id: member.id, banned: true }],
    })
    expect(await setBan(moderator, member, false)).toBeUndefined()
    expect(await mine(member, place)).toMatchObject({ state: 'OPEN' })
    expect(
      (
        await db.owner(
          `select action from public.audit_logs where target_id = $1 and user_id = $2 order by id`,
          [place.id, moderator.id],
        )
      ).map(({ action }) => action),
    ).toEqual(['community.ban', 'community.unban'])
  })

  test('cannot ban each other, nor can moderators of another community, nor moderators each other', async () => {
    const other = await admit(await db.person(), place, 'MODERATOR')
    const elsewhere = await admit(await db.person(), await community(), 'MODERATOR')
    const stranger = await db.person()
    for (const [who, whom] of [
      [member, moderator],
      [moderator, other],
      [moderator, moderator],
      [moderator, stranger],
      [elsewhere, member],
      [await db.person({ role: 'MODERATOR' }), member],
    ] as const) {
      expect(await setBan(who, whom)).toBe('42501')
    }
    await ban(moderator)
    expect(await setBan(moderator, member), 'nor by a banned person').toBe('42501')
    expect(
      await db.owner(
        'select user_id from public.community_members where community_id = $1 and banned',
        [place.id],
      ),
    ).toEqual([{ user_id: moderator.id }])
    expect(await setBan(await db.person({ role: 'ADMIN' }), other)).toBeUndefined()
  })
})
