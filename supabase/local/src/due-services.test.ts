import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Deliver } from '../../functions/_shared/mailer.ts'
import { useDueMails } from './testing/due-mails'

// Tests due jobs that another service of the project does (rules/due-work#kinds).
const { owner, removals, storage, confirmations, auth, later, work, worker } = useDueMails()

const sendNothing: Deliver = ({ to }) => Promise.reject(new Error(`A mail left to ${to}.`))

test('storage removes a file, is asked again after a failure, and keeps a file that is used again', async () => {
  const path = `${randomUUID()}/a.png`
  await owner.query('select private.enqueue_file_removal($1, now())', [`lesson-files/${path}`])
  const turn = () => worker(sendNothing)
  storage.answers = 503
  await turn()
  expect(await work()).toMatchObject([{ outcome: null, error: 'Storage answered 503' }])
  await later()
  storage.answers = 200
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 2 }])
  const asked = `/storage/object/lesson-files {"prefixes":["${path}"]}`
  expect(removals).toEqual([asked, asked])

  await owner.query('delete from private.due_work')
  const cover = `covers/${randomUUID()}/a.webp`
  await owner.query('select private.enqueue_file_removal($1, now())', [cover])
  await owner.query(
    `insert into public.courses (title, slug, thumbnail_url) values ('Tea', 'tea-cover', $1)`,
    [cover],
  )
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DROPPED' }])
  expect(removals).toHaveLength(2)
})

test('Auth confirms an email that was set without a mail, and is asked until it accepts', async () => {
  const [id, first] = [randomUUID(), `${randomUUID()}@example.test`]
  await owner.query(
    'insert into auth.users (id, email, email_confirmed_at) values ($1, $2, now())',
    [id, first],
  )
  const set = (email: string) =>
    owner.query('update auth.users set email = $2 where id = $1', [id, email])
  const turn = () => worker(sendNothing)
  await set('second@example.test')
  auth.answers = 429
  await turn()
  expect(await work()).toMatchObject([{ outcome: null, error: 'The auth service answered 429' }])
  await later()
  auth.answers = 200
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DONE', attempts: 2 }])
  const asked = `/auth/resend?redirect_to=https%3A%2F%2Frookies.example%2Flogin {"type":"signup","email":"second@example.test"}`
  expect(confirmations).toEqual([asked, asked])

  await owner.query('delete from private.due_work')
  await set('third@example.test')
  await set('fourth@example.test')
  await owner.query('update auth.users set email_confirmed_at = now() where id = $1', [id])
  await turn()
  expect(await work()).toMatchObject([{ outcome: 'DROPPED' }, { outcome: 'DROPPED' }])
  expect(confirmations).toHaveLength(2)
})
