import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// Invites and lists of emails can name a cohort. Then only the membership grants the courses, by its schedule
// (rules/cohorts#joining).
const db = useDatabase()
const { cohort, join, release, grants, open } = cohorts(db)

const members = async (id: string) =>
  (await db.owner('select user_id from public.cohort_members where cohort_id = $1', [id])).map(
    (row) => row.user_id,
  )

async function invite(sender: Person, to: Person, args: object): Promise<string> {
  const { token } = (await db.answer(sender, 'create_invite', { email: to.email, ...args })) as {
    token: string
  }
  return token
}

test('a person who accepts an invite with a cohort joins it, and gets no second grant of its courses', async () => {
  const course = await db.course()
  const [admin, mia] = [await db.person({ role: 'ADMIN' }), await db.person()]
  const id = await cohort({ courses: [course] })
  await release(id, course.text, 12)
  const token = await invite(admin, mia, { course_ids: [course.id], cohort_id: id })
  expect(await db.answer(mia, 'invite_by_token', { token })).toMatchObject({
    cohort: { title: 'Autumn', full: false },
    courses: [],
    withheld: null,
  })
  expect(await db.answer(mia, 'accept_invite', { token })).toMatchObject({
    courses: [{ slug: course.slug }],
  })
  expect(await members(id)).toEqual([mia.id])
  expect(await grants(mia)).toMatchObject([{ cohort_id: id }])
  expect(await open(mia, course)).toEqual(['Watching', 'Looking it up'])
})

test('an invite cannot be accepted while the cohort is full, and stays open', async () => {
  const [admin, mia, max] = [
    await db.person({ role: 'ADMIN' }),
    await db.person(),
    await db.person(),
  ]
  const id = await cohort({ seats: 1 })
  const token = await invite(admin, mia, { cohort_id: id })
  await join(id, max)
  expect(await db.call(mia, 'accept_invite', { token })).toMatchObject({
    code: 'PT422',
    message: 'The cohort of this invite has no seats left. Ask the person who invited you.',
  })
  await db.owner('update public.cohorts set seats = 2 where id = $1', [id])
  expect((await db.call(mia, 'accept_invite', { token })).code).toBeUndefined()
})

test('only people who may add people to a cohort can invite to it, and their invites count only while they may', async () => {
  const [coach, other, mia] = [
    await db.person({ role: 'MODERATOR' }),
    await db.person({ role: 'CREATOR' }),
    await db.person(),
  ]
  const id = await cohort({ staff: [coach] })
  await db.withSettings({ creators_admin_panel: true }, async () => {
    expect(
      (await db.call(other, 'create_invite', { email: 'x@example.test', cohort_id: id })).code,
    ).toBe('42501')
  })
  expect(
    (await db.call(coach, 'create_invite', { email: 'x@example.test', cohort_id: randomUUID() }))
      .code,
  ).toBe('42501')
  const token = await invite(coach, mia, { cohort_id: id })
  await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [coach.id])
  await db.call(mia, 'accept_invite', { token })
  expect(await members(id)).toEqual([])
})

test('on a list of emails, members join at once and strangers are invited', async () => {
  const [admin, mia, max] = [
    await db.person({ role: 'ADMIN' }),
    await db.person(),
    await db.person(),
  ]
  const id = await cohort()
  await join(id, max)
  const [row] = await db.owner('select slug from public.cohorts where id = $1', [id])
  const stranger = `${randomUUID()}@example.test`
  const lines = JSON.stringify(
    [mia.email, max.email, stranger]
      .map((email) => ({ email, cohort: row?.slug }))
      .concat([{ email: `${randomUUID()}@example.test`, cohort: 'no-such-cohort' }]),
  )
  const states = async (name: string, args: object) =>
    ((await db.answer(admin, name, { ...args, lines })) as { state: string }[]).map(
      (line) => line.state,
    )
  expect(await states('check_invites', {})).toEqual([
    'JOINS',
    'IN_COHORT',
    'VALID',
    'UNKNOWN_COHORT',
  ])
  const operation = { operation_id: randomUUID(), piece: 0 }
  const made = await states('create_invites', operation)
  expect(made).toEqual(['JOINED', 'IN_COHORT', 'CREATED', 'UNKNOWN_COHORT'])
  expect(await states('create_invites', operation)).toEqual(made)
  expect((await members(id)).sort()).toEqual([mia.id, max.id].sort())
  expect(
    await db.owner('select cohort_id from public.invites where email = $1', [stranger]),
  ).toEqual([{ cohort_id: id }])
})

/** How many hours an invite lasts from now, rounded. */
const hours = async (where: string, value: string) =>
  (
    await db.owner(
      `select round(extract(epoch from expires_at - now()) / 3600)::int as hours from public.invites where ${where} = $1`,
      [value],
    )
  )[0]?.hours

test('an invite lasts two days, an invite to a cohort until the end of its first day, or the chosen number of days; a resend lasts as long', async () => {
  const [admin, mia] = [await db.person({ role: 'ADMIN' }), await db.person()]
  const id = await cohort()
  await db.owner(
    `update public.cohorts set time_zone = 'UTC', starts_on = (now() at time zone 'UTC')::date + 10, ends_on = (now() at time zone 'UTC')::date + 90 where id = $1`,
    [id],
  )
  const [day] = await db.owner(
    `select round(extract(epoch from date_trunc('day', now(), 'UTC') + interval '11 days' - now()) / 3600)::int as hours`,
  )
  const tokens = {
    alone: await invite(admin, mia, {}),
    cohort: await invite(admin, mia, { cohort_id: id }),
    chosen: await invite(admin, mia, { cohort_id: id, days: 5 }),
  }
  const lasting = { alone: 48, cohort: day?.hours, chosen: 120 }
  for (const [name, token] of Object.entries(tokens)) {
    expect([name, await hours('token', token)]).toEqual([name, lasting[name as 'alone']])
    const [row] = await db.owner(
      `update public.invites set expires_at = now() - interval '1 day' where token = $1 returning id`,
      [token],
    )
    await db.answer(admin, 'resend_invite', { invite_id: row?.id })
    expect([name, await hours('token', token)]).toEqual([name, lasting[name as 'alone']])
  }
  for (const days of [0, 91]) {
    const refused = await db.call(admin, 'create_invite', { email: mia.email, days })
    expect([refused.code, refused.hint]).toEqual(['PT422', 'days'])
  }
})

test('the check of a list says how many seats are left and who is invited already, and names of the list are stored for the mails', async () => {
  const course = await db.course({ title: 'Knots' })
  const [admin, coach] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ role: 'MODERATOR' }),
  ]
  const id = await cohort({ seats: 12, staff: [coach], courses: [course] })
  await join(id, await db.person())
  const [row] = await db.owner('select slug from public.cohorts where id = $1', [id])
  const email = `${randomUUID()}@example.test`
  const lines = (addresses: string[]) =>
    JSON.stringify(
      addresses.map((one) => ({
        email: one,
        cohort: row?.slug,
        name: ' Ada\u202e Lovelace ',
        days: 4,
      })),
    )
  const seats = async (who: Person, addresses: string[]) =>
    ((await db.answer(who, 'check_invites', { lines: lines(addresses) })) as { seats: object }[])[0]
      ?.seats
  expect(await seats(admin, [email])).toEqual({ left: 11, invited: 0 })
  const [made] = (await db.answer(admin, 'create_invites', {
    operation_id: randomUUID(),
    piece: 0,
    lines: lines([email]),
  })) as { token: string }[]
  expect(await hours('email', email)).toBe(96)
  // Invites of other senders are counted for the coach, too, but reserve no seat.
  expect(await seats(coach, ['x@example.test'])).toEqual({ left: 11, invited: 1 })
  expect(await db.answer(coach, 'cohort', { cohort_id: id })).toMatchObject({
    invited: 1,
    people: 1,
  })
  expect(await db.answer('visitor', 'invite_by_token', { token: made?.token })).toMatchObject({
    name: 'Ada Lovelace',
    cohort: { title: 'Autumn', full: false, courses: ['Knots'] },
  })
  await db.owner('update public.cohorts set seats = 1 where id = $1', [id])
  expect(await db.answer('visitor', 'invite_by_token', { token: made?.token })).toMatchObject({
    cohort: { full: true },
  })
})

test('administrators see all invites of a cohort, and its staff those that they sent', async () => {
  const [admin, coach] = [
    await db.person({ role: 'ADMIN' }),
    await db.person({ role: 'MODERATOR' }),
  ]
  const [mia, max, moe] = [await db.person(), await db.person(), await db.person()]
  const [id, other] = [await cohort({ staff: [coach] }), await cohort()]
  await invite(admin, mia, { cohort_id: id })
  await invite(coach, max, { cohort_id: id })
  await invite(admin, moe, { cohort_id: other })
  const listed = async (who: Person) => {
    const { total, invites } = (await db.answer(who, 'invite_list', { cohort_id: id })) as {
      total: number
      invites: { email: string }[]
    }
    expect(total).toBe(invites.length)
    return invites.map(({ email }) => email).sort()
  }
  expect(await listed(admin)).toEqual([mia.email, max.email].sort())
  expect(await listed(coach)).toEqual([max.email])
  expect((await db.call(mia, 'invite_list', { cohort_id: id })).code).toBe('42501')
})
