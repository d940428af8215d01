import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Mail } from '../../functions/_shared/mail-content.ts'
import { useDueMails } from './testing/due-mails'

// Tests the mails about reviews (rules/assignments#mails).
const { owner, work, worker, later } = useDueMails()

const REMARK = 'Nobody but you reads this remark.'

/** Reviews the work of this many people; returns their emails and the ids of the reviews. */
async function reviewed(people: number, { verdict = 'PASS', lesson = 'A "page" <b>' } = {}) {
  const [course, module, task] = [randomUUID(), randomUUID(), randomUUID()]
  await owner.query(
    `insert into public.courses (id, slug, title, status) values ($1::uuid, 'c-' || left($1::text, 8), 'Web, part 1', 'PUBLISHED')`,
    [course],
  )
  await owner.query(
    `insert into public.modules (id, course_id, title, index) values ($1, $2, 'First', 1)`,
    [module, course],
  )
  await owner.query(
    `insert into public.lessons (id, module_id, title, index, content_type, content) values ($1, $2, $3, 1, 'ASSIGNMENT', 'Brief')`,
    [task, module, lesson],
  )
  const { rows } = await owner.query(
    `with made as (
       insert into auth.users (id, email, email_confirmed_at)
       select id, id || '@example.test', now() from (select gen_random_uuid() as id from generate_series(1, $1)) t returning id, email)
     select id, email from made`,
    [people],
  )
  const reviews: string[] = []
  for (const { id } of rows) {
    const made = await owner.query(
      `with work as (
         insert into public.submissions (lesson_id, user_id) values ($1, $2) returning *),
       round as (
         insert into public.submission_rounds (submission_id, round, text) select id, 1, 'Work' from work returning id)
       insert into public.reviews (round_id, verdict, comment, published_at)
       select id, $3, $4, now() - interval '20 minutes' from round returning id`,
      [task, id, verdict, REMARK],
    )
    reviews.push(made.rows[0].id)
  }
  await owner.query(
    `select private.tell_of_review(v, s) from public.reviews v
     join public.submission_rounds r on r.id = v.round_id join public.submissions s on s.id = r.submission_id
     where v.id = any ($1)`,
    [reviews],
  )
  const { rows: places } = await owner.query('select slug from public.courses where id = $1', [
    course,
  ])
  return {
    reviews,
    emails: rows.map(({ email }) => String(email)),
    address: `https://rookies.example/app/courses/${places[0].slug}/lesson/${task}`,
  }
}

const collected = async () => {
  const mails: Mail[] = []
  while ((await worker(async (mail) => void mails.push(mail))) > 0);
  return mails
}

const secretOf = (mail: Mail | undefined) =>
  /^<https:\/\/project\.example\/functions\/v1\/unsubscribe\/([0-9a-f]{64})>$/.exec(
    mail?.headers['List-Unsubscribe'] ?? '',
  )?.[1]

test.each([
  ['PASS', 'Passed: ', ' has passed.'],
  ['AGAIN', 'Your work came back: ', ' was reviewed. Please go on with it.'],
])('say which work was reviewed, lead to it, and can be ended: %s', async (verdict, head, end) => {
  const { emails, address } = await reviewed(1, { verdict })
  const [mail] = await collected()
  const secret = secretOf(mail)
  expect(secret).toBeDefined()
  expect(mail).toMatchObject({ to: emails[0], subject: `${head}A "page" <b>` })
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(mail?.text).toBe(
    [
      `${head}A "page" <b>`,
      `Your work on "A "page" <b>" in Web, part 1${end}`,
      `Open the review:\n${address}`,
      `--\nYou receive this email because you handed in this work and want to hear of reviews by email.\nUnsubscribe: https://rookies.example/unsubscribe#${secret}`,
    ].join('\n\n'),
  )
  expect(mail?.html).toContain('&lt;b&gt;')
  expect(mail?.html).toContain(`href="${address}"`)
  expect(JSON.stringify(mail)).not.toContain(REMARK)
})

test('mails about a review are sent once to each person, even by several workers, and not after the review was withdrawn', async () => {
  const { emails, reviews } = await reviewed(33)
  await owner.query('update public.reviews set withdrawn_at = now() where id = $1', [reviews[0]])
  const mails = (await Promise.all([collected(), collected(), collected()])).flat()
  expect(mails.map(({ to }) => to).sort()).toEqual(emails.slice(1).sort())
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(32)
  expect((await work()).filter(({ outcome }) => outcome === 'DROPPED')).toHaveLength(1)
})

test('wait as long as the reviewer can withdraw the review, and have the same id when they are sent again', async () => {
  const { reviews } = await reviewed(1)
  await owner.query(
    `update private.due_work set due_at = now() + interval '30 seconds' where subject_id = $1`,
    [reviews[0]],
  )
  expect(await collected()).toEqual([])
  await owner.query('update private.due_work set due_at = now() where subject_id = $1', [
    reviews[0],
  ])
  const attempts: Mail[] = []
  await worker(async (mail) => {
    attempts.push(mail)
    throw new Error('busy')
  })
  await later()
  await worker(async (mail) => void attempts.push(mail))
  expect(attempts).toHaveLength(2)
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1)
  expect(new Set(attempts.map(secretOf)).size).toBe(2)
})

test('mails about a review have a subject of one line, whatever the title of the assignment is', async () => {
  await reviewed(1, { lesson: 'Hi\r\nBcc: a@b.test\u2028X-A: 1' })
  const [mail] = await collected()
  expect(mail?.subject).toBe('Passed: Hi Bcc: a@b.test X-A: 1')
})
