import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

const db = useDatabase()

interface Row {
  id: string
  email: string
  state: string
  token: string | null
  inviter: string | null
  courses: string[]
  role: string
}

const address = () => `${randomUUID()}@example.test`

const invite = async (by: Person, email: string, role = 'MEMBER', courses: string[] = []) =>
  (await db.value(by, 'select public.create_invite($1, $2, $3)', [email, role, courses])) as {
    id: string
    token: string
  }

async function list(who: Person, options: Record<string, unknown> = {}) {
  return (await db.answer(who, 'invite_list', options)) as { total: number; invites: Row[] }
}

const emails = ({ invites }: { invites: Row[] }) => invites.map(({ email }) => email)

/** Creates four invites of the sender, one in each state, newest first. */
async function fourOf(sender: Person, family: string) {
  const states = ['ACTIVE', 'REDEEMED', 'EXPIRED', 'CANCELLED'] as const
  for (const [i, state] of states.entries()) {
    await db.owner(
      `insert into public.invites (email, invited_by_id, created_at, expires_at, redeemed_at, cancelled_at)
       values ($1, $2, now() - make_interval(hours => $3), now() + $4::interval, $5, $6)`,
      [
        `${'dbca'[i]}-${family}@Example.test`,
        sender.id,
        i,
        state === 'EXPIRED' ? '-1 hour' : `${10 - i} hours`,
        state === 'REDEEMED' ? new Date() : null,
        state === 'CANCELLED' ? new Date() : null,
      ],
    )
  }
}

describe('the list of invites', () => {
  test('is searched by email, filtered by status, sorted and paged', async () => {
    const admin = await db.person({ role: 'ADMIN', name: 'Ida Inviter' })
    const family = randomUUID().slice(0, 8)
    await fourOf(admin, family)
    const short = (page: { invites: Row[] }) => emails(page).map((email) => email[0])
    const all = await list(admin, { query: `-${family}@EXAMPLE` })
    expect([all.total, short(all)]).toEqual([4, ['d', 'b', 'c', 'a']])
    expect(all.invites.map(({ state }) => state)).toEqual([
      'ACTIVE',
      'REDEEMED',
      'EXPIRED',
      'CANCELLED',
    ])
    expect(all.invites.map(({ token }) => token !== null)).toEqual([true, false, false, false])
    expect(all.invites[0]?.inviter).toBe('Ida Inviter')
    expect(short(await list(admin, { query: family, sort: 'oldest' }))).toEqual([
      'a',
      'c',
      'b',
      'd',
    ])
    expect(short(await list(admin, { query: family, sort: 'email' }))).toEqual(['a', 'b', 'c', 'd'])
    expect(short(await list(admin, { query: family, sort: '-email' }))).toEqual([
      'd',
      'c',
      'b',
      'a',
    ])
    expect(short(await list(admin, { query: family, sort: 'ending' }))[0]).toBe('c')
    for (const [state, letter] of [
      ['ACTIVE', 'd'],
      ['REDEEMED', 'b'],
      ['EXPIRED', 'c'],
      ['CANCELLED', 'a'],
    ]) {
      expect(short(await list(admin, { query: family, state }))).toEqual([letter])
    }
    const second = await list(admin, { query: family, sort: 'email', page: 2, page_size: 3 })
    expect([second.total, short(second)]).toEqual([4, ['d']])
    expect((await list(admin, { query: `${family}%` })).total).toBe(0)
    expect((await list(admin, { query: family, sort: "x'; drop table y" })).total).toBe(4)
    expect((await list(admin, { query: family, state: "x' or true" })).total).toBe(4)
  })

  test('names the courses, without deleted ones', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [kept, gone] = [await db.course({ title: 'Kept' }), await db.course({ title: 'Gone' })]
    const email = address()
    await invite(admin, email, 'MODERATOR', [kept.id, gone.id])
    await db.owner('update public.courses set deleted_at = now() where id = $1', [gone.id])
    expect((await list(admin, { query: email })).invites).toMatchObject([
      { role: 'MODERATOR', courses: ['Kept'] },
    ])
  })

  test('shows all to administrators, their own to moderators and to creators with access to the back-office', async () => {
    const [admin, moderator, creator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
    ]
    const family = randomUUID().slice(0, 8)
    await invite(admin, `admin@${family}.test`)
    await invite(moderator, `moderator@${family}.test`)
    await db.withSettings({ creators_admin_panel: true }, async () => {
      await invite(creator, `creator@${family}.test`)
      expect((await list(admin, { query: family })).total).toBe(3)
      expect(emails(await list(admin, { query: family, mine: true }))).toEqual([
        `admin@${family}.test`,
      ])
      for (const [who, name] of [
        [moderator, 'moderator'],
        [creator, 'creator'],
      ] as const) {
        for (const mine of [true, false]) {
          expect(emails(await list(who, { query: family, mine }))).toEqual([
            `${name}@${family}.test`,
          ])
        }
      }
    })
    for (const who of [creator, await db.person()]) {
      expect((await db.as(who, 'select public.invite_list()')).code).toBe('42501')
    }
    expect((await db.as('visitor', 'select public.invite_list()')).code).toBe('42501')
  })
})

describe('the export of invites', () => {
  const begin = (who: Person, filter: object) =>
    db.as(who, `select public.begin_export('invites', $1) as answer`, [JSON.stringify(filter)])

  test('contains the filtered ones, without the tokens, and is for administrators', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR', name: 'Mo Moderator' }),
    ]
    const course = await db.course()
    const family = randomUUID().slice(0, 8)
    const sent = await invite(moderator, `a@${family}.test`, 'MEMBER', [course.id])
    const gone = await invite(moderator, `b@${family}.test`)
    await db.value(admin, 'select public.cancel_invite($1)', [gone.id])
    const begun = await begin(admin, { search: family, status: 'ACTIVE' })
    const answer = begun.rows[0]?.answer as { id: string; total: number; columns: string[] }
    expect([answer.total, answer.columns.includes('token')]).toEqual([1, false])
    const page = await db.value(admin, 'select public.export_rows($1)', [answer.id])
    expect(page).toMatchObject({
      rows: [
        {
          email: `a@${family}.test`,
          status: 'Active',
          courses: course.slug,
          inviter: 'Mo Moderator',
        },
      ],
    })
    expect(JSON.stringify(page)).not.toContain(sent.token)
    expect(
      await db.owner(
        `select after -> 'filter' as filter from public.audit_logs where user_id = $1 and action = 'data.export'`,
        [admin.id],
      ),
    ).toEqual([{ filter: { search: true, status: 'ACTIVE' } }])
    for (const who of [moderator, await db.person()]) {
      expect((await begin(who, {})).code).toBe('42501')
    }
  })
})
