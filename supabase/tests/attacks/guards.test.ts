import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { turnSwitches } from '../agreement/switches'
import { useDatabase } from '../database'
import { clientOf, strangerClient } from '../wire/clients'
import { courseTree } from '../wire/course-trees'
import { lastMailTo } from '../wire/mails'
import { rest } from '../wire/rest'
import { tokenFor } from '../wire/tokens'

const db = useDatabase()
const password = 'correct horse'
const anyEmail = () => `${randomUUID()}@example.test`

/** Signs a person up through Auth while verification is off. */
async function signedUp(email: string, data: object = {}) {
  const restore = await turnSwitches(db, { require_email_verification: false })
  try {
    const client = strangerClient()
    const answer = await client.auth.signUp({ email, password, options: { data } })
    return { client, id: answer.data.user?.id ?? '' }
  } finally {
    await restore()
  }
}

const roleOf = async (id: string) =>
  (await db.owner('select role from public.profiles where id = $1', [id]))[0]?.role

test('a link in a mail to an old email is invalid once an administrator has corrected the email', async () => {
  const [before, after] = [anyEmail(), anyEmail()]
  const { id } = await signedUp(before)
  await strangerClient().auth.resetPasswordForEmail(before)
  const [, hash] = /reset-password\/([\w-]+)/.exec(await lastMailTo(before)) ?? []
  expect(hash).toBeDefined()
  const admin = await clientOf(await db.person({ role: 'ADMIN' }))
  expect((await admin.rpc('correct_person', { user_id: id, email: after })).error).toBeNull()
  const redeemed = await strangerClient().auth.verifyOtp({
    type: 'recovery',
    token_hash: hash ?? '',
  })
  expect(redeemed.error?.code).toBe('otp_expired')
  expect(redeemed.data.session).toBeNull()
})

test('an invited role comes with the first code from the mailbox', async () => {
  const email = anyEmail()
  const admin = await db.person({ role: 'ADMIN' })
  const [invite] = await db.owner(
    `insert into public.invites (email, role, invited_by_id) values ($1, 'MODERATOR', $2) returning token`,
    [email, admin.id],
  )
  const { id } = await signedUp(email, { invite_token: invite?.token })
  // The password gives no access, because the holder of the link may have chosen it.
  await strangerClient().auth.signInWithPassword({ email, password })
  expect(await roleOf(id)).toBe('MEMBER')
  await strangerClient().auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const [token = ''] = /\b\d{6}\b/.exec(await lastMailTo(email)) ?? []
  const { error } = await strangerClient().auth.verifyOtp({ email, token, type: 'email' })
  expect(error).toBeNull()
  expect(await roleOf(id)).toBe('MODERATOR')
})

test('nobody can store many watched ranges to fill the disk', async () => {
  const person = await db.person()
  const { lesson } = await courseTree(db, { by: await db.person(), entitled: [person] })
  const token = await tokenFor(person)
  const stretches = (count: number) =>
    `{${Array.from({ length: count }, (_, i) => `[${3 * i},${3 * i + 1})`).join(',')}}`
  const pieces = async () => {
    const [row] = await db.owner(
      'select private.range_count(watched) as pieces from public.lesson_progress where user_id = $1',
      [person.id],
    )
    return row?.pieces
  }
  const save = (count: number) =>
    rest('lesson_progress', {
      method: 'POST',
      token,
      body: { user_id: person.id, lesson_id: lesson, watched: stretches(count) },
    })
  // More than a thousand separate ranges are not stored.
  expect((await save(1001)).status).toBe(201)
  expect(await pieces()).toBe(0)
  await db.owner('delete from public.lesson_progress where user_id = $1', [person.id])
  expect((await save(1000)).status).toBe(201)
  expect(await pieces()).toBe(1000)
  await db.owner('update public.lesson_progress set watched = $2 where user_id = $1', [
    person.id,
    stretches(5001),
  ])
  expect(await pieces()).toBe(1000)
})
