import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'

const db = useDatabase()

const address = () => `${randomUUID()}@example.test`

const invite = async (by: Person, email: string, role = 'MEMBER', courses: string[] = []) =>
  (await db.value(by, 'select public.create_invite($1, $2, $3)', [email, role, courses])) as {
    id: string
    token: string
  }

type Line = { email: string; role?: string; courses?: string[] }
interface Verdict {
  line: number
  email: string
  state: string
  id?: string
  token?: string | null
  courses: string[]
  unknown: string[]
}

const check = (who: Person | 'visitor', lines: unknown) =>
  db.as(who, 'select public.check_invites($1) as answer', [JSON.stringify(lines)])
const judged = async (who: Person, lines: Line[]) =>
  (await check(who, lines)).rows[0]?.answer as Verdict[]
const states = async (who: Person, lines: Line[]) =>
  (await judged(who, lines)).map(({ state }) => state)

describe('the dry run of many', () => {
  test('checks every line, and changes nothing', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const member = await db.person()
    const course = await db.course({ title: 'Knots' })
    const asked = address()
    await invite(await db.person({ role: 'MODERATOR' }), asked)
    const [before] = await db.owner('select count(*) from public.invites')
    const twice = address()
    const verdicts = await judged(admin, [
      { email: ` ${twice} `, role: 'moderator', courses: [` ${course.slug.toUpperCase()} `, ''] },
      { email: twice.toUpperCase() },
      { email: 'nobody' },
      { email: 'a@b' },
      { email: '' },
      { email: address(), role: 'teacher' },
      { email: address(), courses: [course.slug, 'no-such-course'] },
      { email: member.email.toUpperCase() },
      { email: asked.toUpperCase() },
      { email: address() },
    ])
    expect(verdicts.map(({ state }) => state)).toEqual([
      'VALID',
      'DOUBLED',
      'INVALID',
      'INVALID',
      'INVALID',
      'UNKNOWN_ROLE',
      'UNKNOWN_COURSE',
      'MEMBER',
      'INVITED',
      'VALID',
    ])
    expect(verdicts[0]).toEqual({
      line: 1,
      email: twice,
      role: 'MODERATOR',
      courses: ['Knots'],
      unknown: [],
      seats: null,
      state: 'VALID',
      cohort: null,
    })
    expect(verdicts[6]?.unknown).toEqual(['no-such-course'])
    expect((await db.owner('select count(*) from public.invites'))[0]).toEqual(before)
  })

  test('a person with an expired invite can be invited again', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [cancelled, expired] = [address(), address()]
    const { id } = await invite(admin, cancelled)
    await db.value(admin, 'select public.cancel_invite($1)', [id])
    await invite(admin, expired)
    await db.owner(
      `update public.invites set expires_at = now() - interval '1 hour' where email = $1`,
      [expired],
    )
    expect(await states(admin, [{ email: cancelled }, { email: expired }])).toEqual([
      'VALID',
      'VALID',
    ])
  })

  test('a moderator gives no role, and does not learn whom others have invited', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const [mine, theirs] = [address(), address()]
    await invite(moderator, mine)
    await invite(await db.person({ role: 'ADMIN' }), theirs)
    expect(
      await states(moderator, [
        { email: address(), role: 'CREATOR' },
        { email: mine },
        { email: theirs },
        { email: moderator.email },
      ]),
    ).toEqual(['ROLE_DENIED', 'INVITED', 'VALID', 'MEMBER'])
  })

  test('a creator may use only their own courses, and does not learn who has an account', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    const stranger = await db.person()
    const [own, foreign] = [await db.course({ by: creator }), await db.course()]
    const lines = [
      { email: address(), courses: [own.slug] },
      { email: address(), courses: [foreign.slug] },
      { email: address(), courses: ['no-such-course'] },
      { email: stranger.email },
    ]
    expect((await check(creator, lines)).code).toBe('42501')
    await db.withSettings({ creators_admin_panel: true }, async () => {
      const verdicts = await judged(creator, lines)
      expect(verdicts.map(({ state }) => state)).toEqual([
        'VALID',
        'UNKNOWN_COURSE',
        'UNKNOWN_COURSE',
        'VALID',
      ])
      expect(verdicts[1]?.courses).toEqual([])
    })
  })

  test('is refused to everybody else, and for too many or no lines', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    expect((await check(await db.person(), [{ email: address() }])).code).toBe('42501')
    expect((await check('visitor', [{ email: address() }])).code).toBe('42501')
    for (const nonsense of [[], {}, 'text', null]) {
      expect((await check(admin, nonsense)).code).toBe('PT422')
    }
    expect((await check(admin, Array(2001).fill({ email: 'a@b.example' }))).code).toBe('PT422')
    const odd = JSON.stringify([1, 'x', null, { email: 7 }, { email: null, courses: 'x' }])
    const { rows } = await db.as(admin, 'select public.check_invites($1) as answer', [odd])
    const verdicts = rows[0]?.answer as Verdict[]
    expect(new Set(verdicts.map(({ state }) => state))).toEqual(new Set(['INVALID']))
  })
})

describe('inviting many', () => {
  const create = (who: Person | 'visitor', operation: string, piece: number, lines: Line[]) =>
    db.as(who, 'select public.create_invites($1, $2, $3) as answer', [
      operation,
      piece,
      JSON.stringify(lines),
    ])
  const made = (emailsOf: string[]) =>
    db.owner(
      'select email, role, invited_by_id from public.invites where email = any ($1) order by email',
      [emailsOf],
    )

  test('creates the valid ones with courses and roles, and gives a reason for the others', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const [a, b] = [`a${address()}`, `b${address()}`]
    const operation = randomUUID()
    const lines = [
      { email: a, role: 'CREATOR', courses: [course.slug] },
      { email: 'nobody' },
      { email: b },
    ]
    const answer = (await create(admin, operation, 0, lines)).rows[0]?.answer as Verdict[]
    expect(answer.map(({ state }) => state)).toEqual(['CREATED', 'INVALID', 'CREATED'])
    expect(await made([a, b])).toEqual([
      { email: a, role: 'CREATOR', invited_by_id: admin.id },
      { email: b, role: 'MEMBER', invited_by_id: admin.id },
    ])
    expect(
      await db.owner('select course_id from public.invite_courses where invite_id = $1', [
        answer[0]?.id,
      ]),
    ).toEqual([{ course_id: course.id }])
    expect(
      await db.value('visitor', 'select public.invite_by_token($1)', [answer[2]?.token]),
    ).toMatchObject({
      state: 'ACTIVE',
      email: b,
    })
    expect(
      await db.owner(
        `select count(*)::int as records from public.audit_logs where user_id = $1 and action = 'invite.create'`,
        [admin.id],
      ),
    ).toEqual([{ records: 2 }])

    // A repeated request, after a lost answer, gets the same answer and changes nothing.
    const again = (await create(admin, operation, 0, lines)).rows[0]?.answer
    expect(again).toEqual(answer)
    expect(await made([a, b])).toHaveLength(2)
    // Another operation is a new request, which finds the people invited already.
    const other = (await create(admin, randomUUID(), 0, lines)).rows[0]?.answer as Verdict[]
    expect(other.map(({ state }) => state)).toEqual(['INVITED', 'INVALID', 'INVITED'])
  })

  test('the same operation id of another caller is a separate operation', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    const [operation, email] = [randomUUID(), address()]
    await create(admin, operation, 0, [{ email }])
    const answer = (await create(moderator, operation, 0, [{ email: address() }])).rows[0]
      ?.answer as Verdict[]
    expect(answer[0]?.email).not.toBe(email)
  })

  test('checks again: it refuses what the dry run refuses', async () => {
    const moderator = await db.person({ role: 'MODERATOR' })
    const email = address()
    const answer = (await create(moderator, randomUUID(), 0, [{ email, role: 'ADMIN' }])).rows[0]
      ?.answer as Verdict[]
    expect(answer[0]?.state).toBe('ROLE_DENIED')
    expect(await made([email])).toEqual([])
    for (const who of [await db.person(), await db.person({ role: 'CREATOR' })]) {
      expect((await create(who, randomUUID(), 0, [{ email }])).code).toBe('42501')
    }
    expect((await create('visitor', randomUUID(), 0, [{ email }])).code).toBe('42501')
    const many = Array.from({ length: 201 }, () => ({ email: address() }))
    expect((await create(moderator, randomUUID(), 0, many)).code).toBe('PT422')
    expect(await made([email])).toEqual([])
  })

  test('two concurrent requests create each invite of one operation once', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [operation, email] = [randomUUID(), address()]
    await Promise.all([1, 2, 3].map(() => create(admin, operation, 0, [{ email }])))
    expect(await made([email])).toHaveLength(1)
  })
})
