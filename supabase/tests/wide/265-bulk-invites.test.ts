import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'

const db = useDatabase()

const address = () => `${randomUUID()}@example.test`

interface Invite {
  id: string
  token: string
  email: string
}

async function invite(
  by: Person,
  { email = address(), role = 'MEMBER', courses = [] as string[], state = 'ACTIVE' } = {},
): Promise<Invite> {
  const made = await db.value(by, 'select public.create_invite($1, $2, $3)', [email, role, courses])
  const { id, token } = made as { id: string; token: string }
  if (state === 'EXPIRED') {
    await db.owner(
      `update public.invites set expires_at = now() - interval '1 hour' where id = $1`,
      [id],
    )
  } else if (state === 'CANCELLED') {
    await db.owner('update public.invites set cancelled_at = now() where id = $1', [id])
  } else if (state === 'REDEEMED') {
    await db.owner('update public.invites set redeemed_at = now() where id = $1', [id])
  }
  return { id, token, email }
}

type Options = Record<string, unknown>
const named = (options: Options) =>
  Object.keys(options)
    .map((name, i) => `${name} => $${i + 1}`)
    .join(', ')

const ask = (who: Person | 'visitor', name: string, options: Options) =>
  db.as(who, `select public.${name}(${named(options)}) as answer`, Object.values(options))

async function count(who: Person, options: Options) {
  const { rows } = await ask(who, 'count_invites', options)
  return (rows[0]?.answer as { states: Record<string, number> } | undefined)?.states
}

interface Piece {
  invites: number
  verdicts: { id: string; email: string; state: string; token: string | null }[]
  last: string | null
}
const change = async (who: Person, options: Options) =>
  (await ask(who, 'change_invites', { operation_id: randomUUID(), piece: 0, ...options })).rows[0]
    ?.answer as Piece
const outcome = ({ verdicts }: Piece) =>
  Object.fromEntries(verdicts.map(({ email, state }) => [email, state]))

const states = async (invites: Invite[]) => {
  const rows = await db.owner(
    `select i.id, private.invite_state(i) as state, i.expires_at > now() + interval '47 hours' as fresh from public.invites i where i.id = any ($1)`,
    [invites.map(({ id }) => id)],
  )
  return invites.map(({ id }) => {
    const row = rows.find((candidate) => candidate.id === id)
    return `${row?.state}${row?.fresh ? ' fresh' : ''}`
  })
}

const records = async (who: Person) =>
  (
    await db.owner(
      `select action, count(*)::int as records from public.audit_logs
       where user_id = $1 and action in ('invite.resend', 'invite.cancel') group by 1 order by 1`,
      [who.id],
    )
  ).map(({ action, records: times }) => `${action} ${times}`)

/** Moves the invites back by more than an hour, so that a second mail is noticed. */
const age = (invites: Invite[]) =>
  db.owner(`update public.invites set expires_at = now() + interval '1 hour' where id = any ($1)`, [
    invites.map(({ id }) => id),
  ])

describe('many invites', () => {
  test('are counted first, and open ones are resent with their links', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const other = await db.person({ role: 'MODERATOR' })
    const [active, expired, redeemed, cancelled, theirs] = [
      await invite(admin),
      await invite(admin, { state: 'EXPIRED' }),
      await invite(admin, { state: 'REDEEMED' }),
      await invite(admin, { state: 'CANCELLED' }),
      await invite(other),
    ]
    await age([active, theirs])
    const all = [active, expired, redeemed, cancelled, theirs]
    const invite_ids = all.map(({ id }) => id)
    expect(await count(admin, { act: 'resend', invite_ids })).toEqual({
      READY: 3,
      REDEEMED: 1,
      CANCELLED: 1,
    })
    expect((await states(all)).slice(0, 2)).toEqual(['ACTIVE', 'EXPIRED'])
    const operation_id = randomUUID()
    const piece = await change(admin, { operation_id, act: 'resend', invite_ids })
    expect(outcome(piece)).toEqual({
      [active.email]: 'DONE',
      [expired.email]: 'DONE',
      [theirs.email]: 'DONE',
      [redeemed.email]: 'REDEEMED',
      [cancelled.email]: 'CANCELLED',
    })
    expect([piece.invites, piece.last]).toEqual([5, null])
    expect((await states(all)).slice(0, 2)).toEqual(['ACTIVE fresh', 'ACTIVE fresh'])
    const tokens = Object.fromEntries(piece.verdicts.map(({ id, token }) => [id, token]))
    expect(tokens).toEqual({
      [active.id]: active.token,
      [expired.id]: expired.token,
      [theirs.id]: theirs.token,
      [redeemed.id]: null,
      [cancelled.id]: null,
    })
    expect(await records(admin)).toEqual(['invite.resend 3'])

    // A repeated request, after a lost answer, gets the same answer and changes nothing.
    expect(await change(admin, { operation_id, act: 'resend', invite_ids })).toEqual(piece)
    expect(await records(admin)).toEqual(['invite.resend 3'])
  })

  test('are cancelled by the list’s filter, expired ones too, in parts', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const family = randomUUID().slice(0, 8)
    await db.owner(
      `insert into public.invites (email, invited_by_id, expires_at, redeemed_at)
       select n || '@${family}.test', $1, now() + interval '1 hour' * (case when n % 2 = 0 then 1 else -1 end),
         case when n = 1 then now() end
       from generate_series(1, 2003) n`,
      [admin.id],
    )
    const stranger = await invite(admin)
    const audience = { act: 'cancel', query: `@${family}` }
    expect(await count(admin, audience)).toEqual({ READY: 2002, REDEEMED: 1 })
    const operation_id = randomUUID()
    const first = await change(admin, { operation_id, ...audience })
    expect([first.invites, first.last !== null]).toEqual([2000, true])
    const second = await change(admin, { operation_id, ...audience, piece: 1, after: first.last })
    expect([second.invites, second.last]).toEqual([3, null])
    expect(first.verdicts.every(({ token }) => token === null)).toBe(true)
    expect(await count(admin, audience)).toEqual({ CANCELLED: 2002, REDEEMED: 1 })
    expect(await states([stranger])).toEqual(['ACTIVE fresh'])
    expect(await records(admin)).toEqual(['invite.cancel 2002'])
    expect(await count(admin, { ...audience, state: 'ACTIVE' })).toEqual({})
  })

  test('a hundred are resent at once, so that each part is mailed before the next', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    await db.owner(
      `insert into public.invites (email, invited_by_id, expires_at)
       select n || '@${randomUUID()}.test', $1, now() - interval '1 hour' from generate_series(1, 130) n`,
      [moderator.id],
    )
    const operation_id = randomUUID()
    const audience = { act: 'resend', state: 'EXPIRED', mine: true }
    const first = await change(moderator, { operation_id, ...audience })
    const second = await change(moderator, {
      operation_id,
      ...audience,
      piece: 1,
      after: first.last,
    })
    expect([first.verdicts.length, second.verdicts.length, second.last]).toEqual([100, 30, null])
    const many = first.verdicts.map(({ id }) => id).concat(randomUUID())
    const refused = await ask(moderator, 'change_invites', {
      operation_id,
      piece: 2,
      act: 'resend',
      invite_ids: many,
    })
    expect(refused.code).toBe('PT422')
  })

  test('of other senders are invisible to a moderator or a creator, by id and by search', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const moderator = await db.person({ role: 'MODERATOR' })
    const family = randomUUID().slice(0, 8)
    const foreign = await invite(admin, { email: `a@${family}.test` })
    const own = await invite(moderator, { email: `b@${family}.test` })
    await age([foreign, own])
    for (const audience of [{ invite_ids: [foreign.id, own.id] }, { query: family }]) {
      for (const act of ['resend', 'cancel']) {
        expect(await count(moderator, { act, ...audience })).toEqual({ READY: 1 })
      }
    }
    expect(
      outcome(await change(moderator, { act: 'cancel', invite_ids: [foreign.id, own.id] })),
    ).toEqual({
      [own.email]: 'DONE',
    })
    expect(await states([foreign, own])).toEqual(['ACTIVE', 'CANCELLED'])
    expect(await records(moderator)).toEqual(['invite.cancel 1'])
  })

  test('that grant what their sender may not grant any more are left unchanged', async () => {
    const [sender, creator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'CREATOR' }),
    ]
    const [kept, gone] = [await db.course({ by: creator }), await db.course({ by: creator })]
    const grand = await invite(sender, { role: 'MODERATOR' })
    const plain = await invite(sender, { courses: [kept.id] })
    const empty = await invite(sender, { courses: [kept.id, gone.id] })
    await age([grand, plain, empty])
    await db.owner('update public.courses set deleted_at = now() where id = $1', [gone.id])
    await db.owner(`update public.profiles set role = 'MODERATOR' where id = $1`, [sender.id])
    const invite_ids = [grand, plain, empty].map(({ id }) => id)
    expect(await count(sender, { act: 'resend', invite_ids })).toEqual({
      READY: 1,
      ROLE_DENIED: 1,
      COURSE_DENIED: 1,
    })
    await change(sender, { act: 'resend', invite_ids })
    expect(await states([grand, plain, empty])).toEqual(['ACTIVE', 'ACTIVE fresh', 'ACTIVE'])
    // The effect equals that of single acts.
    for (const { id } of [grand, empty]) {
      expect((await db.as(sender, 'select public.resend_invite($1)', [id])).code).toBe('42501')
    }
    expect(await count(sender, { act: 'cancel', invite_ids })).toEqual({ READY: 3 })
    // A creator may invite only to their own courses, and only if creators may enter the back-office.
    const mine = await db.withSettings({ creators_admin_panel: true }, async () => {
      const made = [
        await invite(creator, { courses: [kept.id] }),
        await invite(creator, { courses: [kept.id] }),
      ]
      const foreign = await db.course()
      await db.owner('insert into public.invite_courses (invite_id, course_id) values ($1, $2)', [
        made[0]?.id,
        foreign.id,
      ])
      const ids = made.map(({ id }) => id)
      expect(await count(creator, { act: 'resend', invite_ids: ids })).toEqual({
        READY: 1,
        COURSE_DENIED: 1,
      })
      return ids
    })
    const shut = await ask(creator, 'count_invites', { act: 'cancel', invite_ids: mine })
    expect(shut.code).toBe('42501')
  })

  test('are refused to everybody else, and invalid requests to everybody', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const one = await invite(admin)
    const work = { operation_id: randomUUID(), piece: 0, act: 'cancel', invite_ids: [one.id] }
    for (const who of [
      await db.person(),
      await db.person({ role: 'CREATOR' }),
      'visitor' as const,
    ]) {
      expect((await ask(who, 'change_invites', work)).code).toBe('42501')
      expect((await ask(who, 'count_invites', { act: 'cancel' })).code).toBe('42501')
    }
    for (const act of ['delete', null]) {
      expect((await ask(admin, 'change_invites', { ...work, act })).code).toBe('PT422')
    }
    expect(await states([one])).toEqual(['ACTIVE fresh'])
  })

  test('the same operation id of another caller is a separate operation', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const [one, other] = [await invite(admin), await invite(moderator)]
    const operation_id = randomUUID()
    await change(admin, { operation_id, act: 'cancel', invite_ids: [one.id] })
    const answer = await change(moderator, { operation_id, act: 'cancel', invite_ids: [other.id] })
    expect(outcome(answer)).toEqual({ [other.email]: 'DONE' })
  })

  test('that two people resend or cancel at the same time do not deadlock, and each is changed once', async () => {
    const admins = [await db.person({ role: 'ADMIN' }), await db.person({ role: 'ADMIN' })]
    const [first] = admins
    if (!first) throw new Error('nobody')
    const all: Invite[] = []
    for (let i = 0; i < 20; i += 1) all.push(await invite(first))
    const ids = all.map(({ id }) => id)
    const answers = await Promise.all(
      admins.map((who, i) =>
        change(who, { act: 'cancel', invite_ids: i === 0 ? ids : ids.toReversed() }),
      ),
    )
    const done = answers.flatMap(({ verdicts }) => verdicts.filter(({ state }) => state === 'DONE'))
    expect(done).toHaveLength(20)
  })
})

describe('whether an email belongs to a member', () => {
  const find = (who: Person | 'visitor', text: string) =>
    db.as(who, 'select public.member_by_address($1) as answer', [text])

  test('is visible to people who may read every profile, in any case', async () => {
    const member = await db.person({ name: 'Mia Member' })
    for (const role of ['ADMIN', 'MODERATOR'] as const) {
      const who = await db.person({ role })
      const { rows } = await find(who, ` ${member.email.toUpperCase()} `)
      expect(rows[0]?.answer).toMatchObject({ id: member.id, name: 'Mia Member', courses: 0 })
      expect((await find(who, address())).rows[0]?.answer).toBeNull()
      expect((await find(who, '%')).rows[0]?.answer).toBeNull()
    }
  })

  test('is visible to nobody else', async () => {
    const member = await db.person()
    for (const who of [
      await db.person(),
      await db.person({ role: 'CREATOR' }),
      'visitor' as const,
    ]) {
      expect((await find(who, member.email)).code).toBe('42501')
    }
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await find(await db.person({ role: 'CREATOR' }), member.email)).code).toBe('42501')
    })
  })
})
