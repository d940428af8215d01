import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import type { Mail } from '../../../functions/_shared/mail-content.ts'
import { useDueMails } from '../testing/due-mails'

// Tests the morning mails of staff (rules/inbox#morning-mail).
const { owner, work, worker, later } = useDueMails()

beforeEach(async () => {
  await owner.query('delete from public.purchases')
  await owner.query(`delete from public.profiles where role = 'ADMIN'`)
})

/** A fixed zone in which it is now 9 in the morning. */
function zoneAtNine(): string {
  const ahead = ((9 - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Administrators in whose inboxes this many purchases wait, the first for 3 days, all others for an hour less than a day. */
async function waiting(people: number, purchases: number, buyer = 'Mia <b>'): Promise<string[]> {
  const { rows } = await owner.query(
    `with made as (
       insert into auth.users (id, email, email_confirmed_at)
       select id, id || '@example.test', now() from (select gen_random_uuid() as id from generate_series(1, $1)) t returning id, email)
     select id, email from made`,
    [people],
  )
  const ids = rows.map(({ id }) => id)
  await owner.query(`update public.profiles set role = 'ADMIN' where id = any ($1)`, [ids])
  await owner.query(
    'insert into public.preferences (user_id, time_zone) select id, $2 from unnest($1::uuid[]) id',
    [ids, zoneAtNine()],
  )
  const [member, course] = [randomUUID(), randomUUID()]
  await owner.query(
    `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
     values ($1::uuid, $1::uuid || '@example.test', now(), jsonb_build_object('name', $2::text))`,
    [member, buyer],
  )
  await owner.query(
    `insert into public.courses (id, slug, title, status) values ($1::uuid, 'c-' || left($1::text, 8), 'Web & more', 'PUBLISHED')`,
    [course],
  )
  await owner.query(
    `insert into public.purchases (user_id, course_id, amount_cents, provider, provider_ref, status, created_at)
     select $1, $2, 4900, 'stripe', 'pi_' || gen_random_uuid(), 'PENDING', now() - case when i = 1 then interval '3 days' else interval '23 hours' end
     from generate_series(1, $3) i`,
    [member, course, purchases],
  )
  await owner.query('select private.plan_morning_mails()')
  return rows.map(({ email }) => String(email)).sort()
}

const collected = async () => {
  const mails: Mail[] = []
  while ((await worker(async (mail) => void mails.push(mail))) > 0);
  return mails
}

test('list what waits with links to each screen, and can be ended', async () => {
  const [to] = await waiting(1, 2)
  const [mail] = await collected()
  const secret = /unsubscribe\/([0-9a-f]{64})>$/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1]
  expect(mail).toMatchObject({ to, subject: '2 things wait for you' })
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  const lines = mail?.text.split('\n') ?? []
  expect(lines.slice(0, 5)).toEqual([
    '2 things wait for you',
    '',
    '2 purchases.',
    '',
    '- Purchase: Web & more. Mia <b>. Overdue for 2 days',
  ])
  expect(lines[5]).toMatch(/^ {2}https:\/\/rookies\.example\/admin\/purchases\?q=pi_/)
  expect(lines[6]).toMatch(
    /^- Purchase: Web & more\. Mia <b>\. Due \w{3} \d+ \w{3}, \d\d:\d\d [\w +-]+$/,
  )
  expect(lines.slice(8)).toEqual([
    '',
    'Open the inbox:',
    'https://rookies.example/admin',
    '',
    '--',
    'You receive this email because something waits in your inbox and you want to hear of it at 08:00 in your time zone.',
    `Unsubscribe: https://rookies.example/unsubscribe#${secret}`,
  ])
  expect(mail?.html).toContain('Web &amp; more</a><br />Mia &lt;b&gt;. Overdue for 2 days')
  expect(mail?.html).not.toContain('<b>')
  expect(mail?.html).toContain('href="https://rookies.example/admin"')
})

test('morning mails say so if more rows wait than the mail lists', async () => {
  await waiting(1, 12)
  const [mail] = await collected()
  expect(mail?.subject).toBe('12 things wait for you')
  expect(mail?.text.match(/^- /gm)).toHaveLength(10)
  expect(mail?.text).toContain('The rest is in your inbox.')
})

test('about one thing use the singular', async () => {
  await waiting(1, 1)
  const [mail] = await collected()
  expect(mail?.subject).toBe('1 thing waits for you')
  expect(mail?.text).toContain('\n\n1 purchase.\n\n')
  expect(mail?.text).not.toContain('The rest is in your inbox.')
})

test('about more rows than are counted say that there are more', async () => {
  await waiting(1, 1_005)
  const [mail] = await collected()
  expect(mail?.subject).toBe('More than 1,000 things wait for you')
  expect(mail?.text).toContain('More than 1,000 purchases.')
})

test('morning mails are sent once to each person, even if several workers plan and send them', async () => {
  const people = await waiting(33, 1)
  const turn = async () => {
    await owner.query('select private.plan_morning_mails()')
    return collected()
  }
  const mails = (await Promise.all([turn(), turn(), turn()])).flat()
  expect(mails.map(({ to }) => to).sort()).toEqual(people)
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(33)
  expect(await turn()).toEqual([])
})

test('morning mails are not sent if nothing waits any more', async () => {
  await waiting(1, 1)
  await owner.query('delete from public.purchases')
  expect(await collected()).toEqual([])
  expect(await work()).toMatchObject([{ outcome: 'DROPPED' }])
})

test('that could not be sent are tried again with the same id, but not after noon', async () => {
  const [person] = await waiting(1, 1)
  const attempts: Mail[] = []
  const busy = async (mail: Mail) => {
    attempts.push(mail)
    throw new Error('busy')
  }
  await worker(busy)
  await later()
  await worker(busy)
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1)
  expect(new Set(attempts.map(({ headers }) => headers['List-Unsubscribe'])).size).toBe(2)
  await owner.query(
    `update public.preferences set time_zone = $1 where user_id = (select id from auth.users where email = $2)`,
    [laterZone(), person],
  )
  await later()
  expect(await collected()).toEqual([])
  expect(await work()).toMatchObject([{ outcome: 'DROPPED', attempts: 3 }])
})

/** A fixed zone in which it is now afternoon of the day on which it is morning in `zoneAtNine()`. */
function laterZone(): string {
  const nine = zoneAtNine()
  const ahead = nine === 'UTC' ? 0 : -Number(nine.slice('Etc/GMT'.length))
  const wanted = Math.min(ahead + 6, 14)
  return wanted === 0 ? 'UTC' : `Etc/GMT${wanted > 0 ? '-' : '+'}${Math.abs(wanted)}`
}
