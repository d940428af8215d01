import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { type Community, communities } from './scenes/communities'

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

describe('who sees a community', () => {
  test('a visitor may call no function', async () => {
    expect(await refusal('visitor', 'my_communities')).toBe('42501')
    expect(await refusal('visitor', 'community_feed', place.slug)).toBe('42501')
    expect(await refusal('visitor', 'community_thread', randomUUID())).toBe('42501')
    expect(await refusal('visitor', 'join_community', place.id)).toBe('42501')
    expect(await call('visitor', 'has_communities')).toBe(false)
  })

  test('a stranger sees its description, and no posts until they join', async () => {
    await post(member, place, { body: 'Only for us' })
    const stranger = await db.person()
    const before = await feed(stranger, place)
    expect(before).toMatchObject({ community: { state: 'OPEN', can_post: false } })
    expect(before).not.toHaveProperty('threads')
    expect((await say(stranger, place)).code).toBe('42501')
    expect(await call(stranger, 'community_news', place.slug, '2000-01-01')).toBe(0)

    await call(stranger, 'join_community', place.id)
    expect(await feed(stranger, place)).toMatchObject({
      community: { state: 'JOINED', can_post: true, moderates: false },
      threads: [{ body: 'Only for us', author: 'Mo Member', mine: false }],
    })
    expect((await say(stranger, place)).code).toBeUndefined()
  })

  test('the feed contains only names of people', async () => {
    await post(member, place)
    const reply = await post(moderator, place, { answers: await post(member, place) })
    const text = JSON.stringify([
      await feed(member, place),
      await call(member, 'community_thread', reply),
      await call(moderator, 'community_reports', place.slug),
    ])
    for (const secret of [member.id, member.email, moderator.id, moderator.email]) {
      expect(text).not.toContain(secret)
    }
  })

  test('a person without an invite sees nothing of a community that needs one, not even its name', async () => {
    const closed = await community({ access: 'INVITE' })
    const id = await post(null, closed)
    const stranger = await db.person()
    expect(await feed(stranger, closed)).toBeNull()
    expect(await call(stranger, 'community_thread', id)).toBeNull()
    expect(await mine(stranger, closed)).toBeUndefined()
    expect(await refusal(stranger, 'join_community', closed.id)).toBe('42501')
    expect(await feed(stranger, { id: '', slug: 'no-such-place' })).toBeNull()
  })

  test.each(['COURSE', 'PAID'] as const)(
    'a community of the type %s is open to people with the required access, and says when that access has ended',
    async (access) => {
      const course = await db.course({ title: 'Knots' })
      const gated = await community({ access, course: course.id })
      const [stranger, buyer] = [await db.person(), await db.person()]
      if (access === 'COURSE') await db.entitle(buyer, course.id)
      else {
        await db.owner(
          `insert into public.purchases (user_id, community_id, amount_cents, provider, provider_ref, status)
           values ($1, $2, 900, 'stripe', $3, 'COMPLETED')`,
          [buyer.id, gated.id, randomUUID()],
        )
      }
      expect(await feed(stranger, gated)).toBeNull()
      expect(await refusal(stranger, 'join_community', gated.id)).toBe('42501')
      await call(buyer, 'join_community', gated.id)
      await post(buyer, gated)
      expect(await feed(buyer, gated)).toMatchObject({
        community: { state: 'JOINED', course: 'Knots', access },
      })

      await db.owner('delete from public.entitlements where user_id = $1', [buyer.id])
      await db.owner(`update public.purchases set status = 'REFUNDED' where user_id = $1`, [
        buyer.id,
      ])
      const after = await feed(buyer, gated)
      expect(after).toMatchObject({ community: { state: 'CLOSED', can_post: false } })
      expect(after).not.toHaveProperty('threads')
      expect((await say(buyer, gated)).code).toBe('42501')
    },
  )

  test('an administrator reads and moderates every one, and posts where they joined', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const closed = await community({ access: 'INVITE' })
    await post(null, closed)
    expect(await feed(admin, closed)).toMatchObject({
      community: { state: 'STAFF', moderates: true, can_post: false },
      threads: [{ former: true }],
    })
    expect((await say(admin, closed)).code).toBe('42501')
  })

  test('a disabled account sees nothing', async () => {
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [member.id])
    expect(await call(member, 'my_communities')).toBeNull()
    expect(await feed(member, place)).toBeNull()
    expect(await call(member, 'has_communities')).toBe(false)
    expect(await refusal(member, 'join_community', place.id)).toBe('42501')
  })
})

describe('a banned person', () => {
  test('sees only that they are banned, cannot post, and cannot moderate', async () => {
    const id = await post(member, place)
    await ban(moderator)
    expect(await feed(moderator, place)).toEqual({
      community: { id: place.id, slug: place.slug, name: 'The Study', state: 'BANNED' },
    })
    expect(await mine(moderator, place)).toMatchObject({ state: 'BANNED' })
    expect(await mine(moderator, place)).not.toHaveProperty('description')
    expect(await call(moderator, 'has_communities')).toBe(true)
    expect(await call(moderator, 'community_thread', id)).toBeNull()
    expect(await call(moderator, 'community_news', place.slug, '2000-01-01')).toBe(0)
    expect(await call(moderator, 'community_reports', place.slug)).toBeNull()
    expect((await say(moderator, place)).code).toBe('42501')
    expect(await refusal(moderator, 'delete_post', id)).toBe('42501')
    expect(await refusal(moderator, 'resolve_reports', id)).toBe('42501')
  })

  test('stays banned after leaving, and cannot rejoin', async () => {
    await ban(member)
    await call(member, 'leave_community', place.id)
    expect(await refusal(member, 'join_community', place.id)).toBe('42501')
    expect(await feed(member, place)).toMatchObject({ community: { state: 'BANNED' } })
    expect(
      await db.owner(
        'select banned, left_at is null as stayed from public.community_members where user_id = $1',
        [member.id],
      ),
    ).toEqual([{ banned: true, stayed: false }])
  })
})

describe('joining and leaving', () => {
  test('a person who left reads nothing, and rejoins as a member', async () => {
    await post(member, place)
    await call(moderator, 'leave_community', place.id)
    expect(await feed(moderator, place)).not.toHaveProperty('threads')
    expect(await mine(moderator, place)).toMatchObject({ state: 'OPEN' })
    expect((await say(moderator, place)).code).toBe('42501')
    await call(moderator, 'join_community', place.id)
    expect(await feed(moderator, place)).toMatchObject({
      community: { state: 'JOINED', moderates: false },
    })
  })

  test('each act has its own audit action, rejoining too', async () => {
    await call(moderator, 'leave_community', place.id)
    await call(moderator, 'join_community', place.id)
    await db.owner(`update public.community_members set role = 'MODERATOR' where user_id = $1`, [
      moderator.id,
    ])
    expect(
      await db.owner(
        `select action, user_id from public.audit_logs
         where target_id = $1 and id > (
           select max(id) from public.audit_logs where target_id = $1 and action = 'community.join' and user_id is null)
         order by id`,
        [place.id],
      ),
    ).toEqual([
      { action: 'community.leave', user_id: moderator.id },
      { action: 'community.join', user_id: moderator.id },
      { action: 'community.member_role', user_id: null },
    ])
  })

  test('a second time changes nothing, and a moderator stays a moderator', async () => {
    await call(moderator, 'join_community', place.id)
    expect(await feed(moderator, place)).toMatchObject({ community: { moderates: true } })
  })
})
