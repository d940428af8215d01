import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../../database'
import { courseTree } from '../../wire/course-trees'
import { raw } from '../../wire/rest'
import { tokenFor } from '../../wire/tokens'
import { atOnce, call, tally, verdict } from '../at-once'

// A person gets one account and one entitlement for each course, however many clients try at the same moment.
const db = useDatabase()
const password = 'correct horse'
let admin: Person

beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN' })
})

const signUp = (email: string, data: object = {}) =>
  raw('/auth/v1/signup', { method: 'POST', body: { email, password, data } })

/** Creates an administrator's invite to two courses. */
async function invited(email: string) {
  const courses = [
    (await courseTree(db, { by: admin })).course,
    (await courseTree(db, { by: admin })).course,
  ]
  const [invite] = await db.owner(
    `insert into public.invites (email, invited_by_id) values ($1, $2) returning id, token`,
    [email, admin.id],
  )
  await db.owner(
    'insert into public.invite_courses (invite_id, course_id) select $1, unnest($2::uuid[])',
    [invite?.id, courses],
  )
  return { id: String(invite?.id), token: String(invite?.token), courses }
}

/** Returns who redeemed an invite, and the numbers of its entitlements and records. */
async function outcome(inviteId: string) {
  const [row] = await db.owner(
    `select i.redeemed_by_id as by,
       (select count(*)::int from public.entitlements e where e.invite_id = i.id) as grants,
       (select count(distinct e.user_id)::int from public.entitlements e where e.invite_id = i.id) as people,
       (select count(*)::int from public.audit_logs a where a.target_id = i.id::text and a.action = 'invite.redeem') as records
     from public.invites i where i.id = $1`,
    [inviteId],
  )
  return row
}

const accountsOf = (email: string) =>
  db.owner(
    `select u.id, p.id as profile from auth.users u left join public.profiles p on p.id = u.id
     where lower(u.email) = lower($1)`,
    [email],
  )

describe('one invite', () => {
  test('is redeemed once by fifty clients that sign up with it, for one account, with each course once', async () => {
    const email = `abcdefgh-${randomUUID()}@example.test`
    const invite = await invited(email)
    const answers = await atOnce(50, (i) =>
      signUp(`${email.slice(0, i % 8).toUpperCase()}${email.slice(i % 8)}`, {
        invite_token: invite.token,
      }),
    )
    const statuses = tally(answers.map(({ status }) => status))
    expect(statuses['200'], JSON.stringify(statuses)).toBeGreaterThanOrEqual(1)
    for (const status of Object.keys(statuses)) expect(['200', '422', '429']).toContain(status)
    const accounts = await accountsOf(email)
    expect(accounts).toEqual([{ id: accounts[0]?.id, profile: accounts[0]?.id }])
    expect(await outcome(invite.id)).toEqual({
      by: accounts[0]?.id,
      grants: 2,
      people: 1,
      records: 1,
    })
  })

  test('is accepted once by fifty tabs, and the others are told that it is used', async () => {
    const person = await db.person()
    const invite = await invited(person.email)
    const token = await tokenFor(person)
    const answers = await atOnce(50, () => call('accept_invite', token, { token: invite.token }))
    expect(tally(answers.map(verdict))).toEqual({ done: 1, 'PT422 INVITE_REDEEMED': 49 })
    expect(await outcome(invite.id)).toEqual({ by: person.id, grants: 2, people: 1, records: 1 })
  })

  test('is either cancelled or accepted if both happen at the same time', async () => {
    const token = await tokenFor(admin)
    for (let round = 0; round < 20; round += 1) {
      const person = await db.person()
      const invite = await invited(person.email)
      const mine = await tokenFor(person)
      const [accepted, cancelled] = await Promise.all([
        call('accept_invite', mine, { token: invite.token }),
        call('cancel_invite', token, { invite_id: invite.id }),
      ])
      const said = [verdict(accepted), verdict(cancelled)].join(', ')
      expect(['done, PT409 INVITE_CLOSED', 'PT422 INVITE_CANCELLED, done']).toContain(said)
      expect((await outcome(invite.id))?.grants).toBe(accepted.status === 200 ? 2 : 0)
    }
  })
})

test('thirty concurrent sign-ups with one email create one account with one profile', async () => {
  const email = `${randomUUID()}@example.test`
  const answers = await atOnce(30, (i) => signUp(email, { name: `Try ${i}` }))
  const statuses = tally(answers.map(({ status }) => status))
  expect(statuses['200'], JSON.stringify(statuses)).toBeGreaterThanOrEqual(1)
  for (const status of Object.keys(statuses)) expect(['200', '422', '429']).toContain(status)
  const accounts = await accountsOf(email)
  expect(accounts).toEqual([{ id: accounts[0]?.id, profile: accounts[0]?.id }])
})
