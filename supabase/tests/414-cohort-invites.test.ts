import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// Invites and lists of emails can name a cohort. Its courses are then granted only by the membership, with its schedule
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
