import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from './database'

const db = useDatabase()

test('the transaction that creates an account creates its profile, always as a member', async () => {
  const person = await db.person({
    metadata: { name: '  Ada Lovelace ', phone: '+44 20 7946 0000', role: 'ADMIN' },
  })
  const [profile] = await db.owner('select * from public.profiles where id = $1', [person.id])
  expect(profile).toMatchObject({
    name: 'Ada Lovelace',
    email: person.email,
    phone: '+44 20 7946 0000',
    role: 'MEMBER',
  })
})

test('an invalid name fails the sign-up with a sentence and leaves nothing', async () => {
  const id = randomUUID()
  const attempt = db.authService(
    'insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)',
    [id, `${id}@example.test`, JSON.stringify({ name: 'x'.repeat(101) })],
  )
  await expect(attempt).rejects.toMatchObject({
    code: 'PT422',
    message: 'Name must be less than 100 characters',
  })
  expect(await db.owner('select 1 from auth.users where id = $1', [id])).toEqual([])
})

test('while registration is closed Auth cannot add an account', async () => {
  await db.withSettings({ allow_registration: false }, async () => {
    await expect(db.person()).rejects.toMatchObject({
      code: 'PT422',
      message: 'Registration is closed. You need an invite to sign up.',
    })
  })
})

test('while verification is not required an email counts as confirmed from the start', async () => {
  await db.withSettings({ require_email_verification: false }, async () => {
    const person = await db.person({ verified: false })
    const [user] = await db.owner('select email_confirmed_at from auth.users where id = $1', [
      person.id,
    ])
    expect(user?.email_confirmed_at).toBeInstanceOf(Date)
  })
})

test('the profile follows a changed email, and is deleted with the account', async () => {
  const person = await db.person()
  await db.authService('update auth.users set email = $2 where id = $1', [
    person.id,
    `new-${person.email}`,
  ])
  expect(await db.owner('select email from public.profiles where id = $1', [person.id])).toEqual([
    { email: `new-${person.email}` },
  ])
  await db.authService('delete from auth.users where id = $1', [person.id])
  expect(await db.owner('select 1 from public.profiles where id = $1', [person.id])).toEqual([])
})
