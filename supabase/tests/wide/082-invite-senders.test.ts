import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { type Invite, inviting } from '../scenes/invites'

// An invite grants only what its sender may still grant (rules/invites#sender-rights).
const db = useDatabase()
const { address, invite, look, signUp, roleOf, coursesOf } = inviting(db)

const accept = (who: Person, token: string) => db.call(who, 'accept_invite', { token })
const withRole = (person: Person, role: string) =>
  db.owner('update public.profiles set role = $2::public.user_role where id = $1', [
    person.id,
    role,
  ])
const listed = async (sent: Invite) => {
  const admin = await db.person({ role: 'ADMIN' })
  const list = await db.answer(admin, 'invite_list', { query: sent.email })
  return Object(list).invites[0]
}

/** All ways in which a moderator loses the right to invite. */
const ways: [string, (sender: Person) => Promise<unknown>][] = [
  ['was demoted', (sender) => withRole(sender, 'MEMBER')],
  [
    'was disabled',
    ({ id }) => db.owner('update public.profiles set disabled_at = now() where id = $1', [id]),
  ],
  ['was deleted', ({ id }) => db.authService('delete from auth.users where id = $1', [id])],
  [
    'has an address that is not confirmed any more',
    async ({ id }) =>
      db.answer(await db.person({ role: 'ADMIN' }), 'correct_person', {
        user_id: id,
        email: address(),
      }),
  ],
]

test.each(ways)('at sign-up the invite grants nothing: the sender %s', async (_, end) => {
  const sender = await db.person({ role: 'MODERATOR' })
  const course = await db.course({ title: 'Knots' })
  const sent = await invite(sender, address(), 'MEMBER', [course.id])
  await end(sender)
  expect(await look(sent.token)).toMatchObject({
    state: 'ACTIVE',
    courses: [],
    withheld: { all: true, role: null, courses: ['Knots'] },
  })
  await db.withSettings({ allow_registration: false }, async () => {
    expect(await look(sent.token)).toEqual({ state: 'WITHDRAWN' })
    await expect(signUp(sent.email, sent.token)).rejects.toMatchObject({
      code: 'PT422',
      hint: 'INVITE_WITHDRAWN',
    })
  })
  // Sign-up is open, so the person gets an account, but no courses until the sender may grant courses again.
  const person = await db.signedIn(await signUp(sent.email, sent.token, true))
  expect(await coursesOf(person)).toEqual([])
  expect(await listed(sent)).toMatchObject({ state: 'ACTIVE', withheld: { all: true } })

  const admin = await db.person({ role: 'ADMIN' })
  await db.answer(admin, 'resend_invite', { invite_id: sent.id })
  expect(await listed(sent)).toMatchObject({ invited_by_id: admin.id, withheld: null })
  expect((await accept(person, sent.token)).code).toBeUndefined()
  expect(await coursesOf(person)).toEqual([{ course_id: course.id, source: 'INVITE' }])
})

test.each(ways)('when it is accepted the invite grants nothing: the sender %s', async (_, end) => {
  const sender = await db.person({ role: 'MODERATOR' })
  const course = await db.course()
  const person = await db.person()
  const sent = await invite(sender, person.email, 'MEMBER', [course.id])
  expect(await db.answer(person, 'my_open_invite', {})).toMatchObject({ token: sent.token })
  await end(sender)
  expect(await db.answer(person, 'my_open_invite', {})).toBeNull()
  expect(await accept(person, sent.token)).toMatchObject({
    code: 'PT422',
    message: 'This invite is no longer valid: the person who sent it can no longer invite people.',
  })
  expect(await coursesOf(person)).toEqual([])
})

test('a course that belongs to another person now is left out, and the others are granted', async () => {
  const creator = await db.person({ role: 'CREATOR' })
  const [kept, given] = [
    await db.course({ by: creator, title: 'Kept' }),
    await db.course({ by: creator, title: 'Given away' }),
  ]
  await db.withSettings({ creators_admin_panel: true }, async () => {
    const person = await db.person()
    const sent = await invite(creator, person.email, 'MEMBER', [kept.id, given.id])
    await db.owner('update public.courses set created_by_id = $2 where id = $1', [
      given.id,
      (await db.person({ role: 'CREATOR' })).id,
    ])
    const withheld = { all: false, role: null, courses: ['Given away'] }
    expect(await look(sent.token)).toMatchObject({ courses: ['Kept'], withheld })
    expect(await listed(sent)).toMatchObject({ courses: ['Given away', 'Kept'], withheld })
    const admin = await db.person({ role: 'ADMIN' })
    expect(await db.answer(admin, 'person_invites', { user_id: person.id })).toMatchObject([
      { withheld },
    ])
    expect((await accept(person, sent.token)).rows[0]?.answer).toMatchObject({
      courses: [{ title: 'Kept' }],
    })
    expect(await coursesOf(person)).toEqual([{ course_id: kept.id, source: 'INVITE' }])
    expect(await listed(sent)).toMatchObject({ state: 'REDEEMED', withheld: null })
  })
})

test('the invite of a creator without access to the back-office grants nothing', async () => {
  const creator = await db.person({ role: 'CREATOR' })
  const course = await db.course({ by: creator })
  const person = await db.person()
  let token = ''
  await db.withSettings({ creators_admin_panel: true }, async () => {
    token = (await invite(creator, person.email, 'MEMBER', [course.id])).token
  })
  expect((await accept(person, token)).code).toBe('PT422')
  expect(await coursesOf(person)).toEqual([])
})

test('the invite of an administrator who is a moderator now grants the courses and no role', async () => {
  const sender = await db.person({ role: 'ADMIN' })
  const course = await db.course()
  const person = await db.person()
  const sent = await invite(sender, person.email, 'MODERATOR', [course.id])
  await withRole(sender, 'MODERATOR')
  expect(await listed(sent)).toMatchObject({
    withheld: { all: false, role: 'MODERATOR', courses: [] },
  })
  expect((await accept(person, sent.token)).code).toBeUndefined()
  expect(await coursesOf(person)).toHaveLength(1)
  expect(await roleOf(person)).toBe('MEMBER')
})

test('maintenance, in which staff have no rights either, does not affect their invites', async () => {
  const sender = await db.person({ role: 'MODERATOR' })
  const course = await db.course()
  const sent = await invite(sender, address(), 'MEMBER', [course.id])
  await db.withSettings({ maintenance_mode: true }, async () => {
    expect(await coursesOf(await signUp(sent.email, sent.token))).toHaveLength(1)
  })
})

test('an invite that another person resends in bulk becomes theirs; others stay their sender’s', async () => {
  const [lost, there, admin] = [
    await db.person({ role: 'MODERATOR' }),
    await db.person({ role: 'MODERATOR' }),
    await db.person({ role: 'ADMIN' }),
  ]
  const sent = [await invite(lost, address()), await invite(there, address())]
  await withRole(lost, 'MEMBER')
  await db.answer(admin, 'change_invites', {
    operation_id: randomUUID(),
    piece: 0,
    act: 'resend',
    invite_ids: sent.map(({ id }) => id),
  })
  const senders = await Promise.all(sent.map(async (one) => (await listed(one)).invited_by_id))
  expect(senders).toEqual([admin.id, there.id])
})
