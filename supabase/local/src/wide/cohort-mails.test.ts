import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { LINK_EXAMPLES } from '@rookies/data/testing/link-examples'
import { SMTPServer } from 'smtp-server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { type Mail, writeMail } from '../../../functions/_shared/mail-content.ts'
import { httpMailer } from '../../../functions/_shared/mailer.ts'
import { defaultSchool } from '../../../functions/_shared/school.ts'
import { smtpMailer } from '../../../functions/_shared/smtp.ts'
import { cohortMessage } from '../../../functions/tick/mails/cohort-message.ts'
import { useDueMails } from '../testing/due-mails'

// Tests the mails of messages to a cohort (rules/cohorts#messages).
const { owner, work, worker, later } = useDueMails()
afterEach(() => vi.unstubAllGlobals())

interface Written {
  people: number
  title?: string
  message?: string
  cohort?: string
}

/** Writes to a new cohort as an administrator; returns the emails of its people and the count of mails. */
async function written({
  people,
  title = 'Room changed',
  message = 'Room 4.',
  cohort = 'Autumn',
}: Written) {
  const id = randomUUID()
  const made = async (count: number) =>
    (
      await owner.query(
        `insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
         select id, id || '@example.test', now(), '{"name": "Grace"}' from (select gen_random_uuid() as id from generate_series(1, $1)) t
         returning id, email`,
        [count],
      )
    ).rows
  const [sender] = await made(1)
  await owner.query(`update public.profiles set role = 'ADMIN' where id = $1`, [sender.id])
  const members = await made(people)
  await owner.query(
    `insert into public.cohorts (id, slug, title, time_zone, starts_on, ends_on)
     values ($1::uuid, 'c-' || left($1::text, 8), $2, 'UTC', current_date, current_date + 70)`,
    [id, cohort],
  )
  await owner.query(
    'insert into public.cohort_members (cohort_id, user_id) select $1, unnest($2::uuid[])',
    [id, members.map((member) => member.id)],
  )
  const send = async () => {
    const { rows } = await owner.query(
      `with sent as (
         insert into public.cohort_messages (cohort_id, sender_id, title, message, people, mails)
         select $1, $2, $3, $4, count(*), count(*) filter (where a.by_mail) from private.cohort_audience($1) a
         returning *)
       select s.id, s.mails from sent s`,
      [id, sender.id, title, message],
    )
    await owner.query(
      `select private.enqueue_job('cohort_message_mail', $1::text || ':' || a.user_id, now(), $1::uuid, a.user_id)
       from private.cohort_audience($2) a where a.by_mail`,
      [rows[0].id, id],
    )
    return Number(rows[0].mails)
  }
  return { id, send, members: members as { id: string; email: string }[] }
}

const collected = async () => {
  const mails: Mail[] = []
  while ((await worker(async (mail) => void mails.push(mail))) > 0);
  return mails
}

test('contain the sender, the message and the cohort, and a link that ends such mails', async () => {
  const { send, members } = await written({
    people: 1,
    message: 'We meet in room 4.\nAt nine.\n\nBring tea <b>.',
  })
  expect(await send()).toBe(1)
  const [mail] = await collected()
  expect(mail).toMatchObject({ to: members[0]?.email, subject: 'Room changed' })
  const [, secret] =
    /^<https:\/\/project\.example\/functions\/v1\/unsubscribe\/([0-9a-f]{64})>$/.exec(
      mail?.headers['List-Unsubscribe'] ?? '',
    ) ?? []
  expect(secret).toBeDefined()
  expect(mail?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(mail?.text).toBe(
    [
      'Room changed',
      'Grace wrote to Autumn:',
      'We meet in room 4.\nAt nine.',
      'Bring tea <b>.',
      `--\nYou receive this email because you are in Autumn and want messages to your cohorts by email.\nUnsubscribe: https://rookies.example/unsubscribe#${secret}`,
    ].join('\n\n'),
  )
  expect(mail?.html).toContain('We meet in room 4.<br />At nine.')
  expect(mail?.html).toContain('Bring tea &lt;b&gt;.')
  expect(mail?.html).toContain(`href="https://rookies.example/unsubscribe#${secret}"`)
})

test.each(LINK_EXAMPLES)('have links as the bell has them: %j', async (message, targets) => {
  const { html, text } = await writeMail(
    cohortMessage(
      {
        to: 'a@b.test',
        title: 'Hi',
        message,
        cohort: 'www.cohort.test',
        sender: 'www.sender.test',
      },
      'https://rookies.example',
      'https://project.example/functions/v1',
    ),
    defaultSchool('https://rookies.example'),
    'k',
  )
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href]) => href)
  // The first link is the name of the site; the last one unsubscribes from mails of this kind.
  expect(links.slice(1, -1)).toEqual(targets)
  expect(text).toContain(message)
})

test('mails to a cohort are sent once to each person who wants them, even by several workers', async () => {
  const { send, members } = await written({ people: 45 })
  const [unwilling, disabled, gone] = members
  await owner.query('insert into public.preferences (user_id, cohort_mails) values ($1, false)', [
    unwilling?.id,
  ])
  await owner.query('update public.profiles set disabled_at = now() where id = $1', [disabled?.id])
  expect(await send()).toBe(43)
  await owner.query(`update public.cohort_members set state = 'LEFT' where user_id = $1`, [
    gone?.id,
  ])
  const mails = (await Promise.all([collected(), collected(), collected()])).flat()
  const wanted = members.slice(3).map(({ email }) => email)
  expect(mails.map(({ to }) => to).sort()).toEqual(wanted.sort())
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(42)
  expect((await work()).filter(({ outcome }) => outcome === 'DROPPED')).toHaveLength(1)
})

test('mails to a cohort can be ended by the secret of any of them, and have the same id when they are sent again', async () => {
  const { send, members } = await written({ people: 1 })
  await send()
  const attempts: Mail[] = []
  await worker(async (mail) => {
    attempts.push(mail)
    throw new Error('busy')
  })
  await later()
  await worker(async (mail) => void attempts.push(mail))
  expect(new Set(attempts.map(({ messageId }) => messageId)).size).toBe(1)
  const secrets = attempts.map(
    ({ headers }) => /unsubscribe\/(\w+)/.exec(headers['List-Unsubscribe'] ?? '')?.[1],
  )
  expect(new Set(secrets).size).toBe(2)
  await owner.query('select public.unsubscribe($1, true)', [secrets[0]])
  expect(await send()).toBe(0)
  expect(await collected()).toEqual([])
  expect(members).toHaveLength(1)
})

const attack = {
  people: 1,
  title: 'Hi\r\nBcc: a@b.test\u2028X-A: 1',
  cohort: 'A\r\nX-B: 1',
  message: 'Text\r\n.\r\nMAIL FROM:<a@b.test>\r\n\r\nX-C: 1',
}

test('mails to a cohort are sent to a provider with their headers', async () => {
  const { send } = await written(attack)
  await send()
  const [mail] = await collected()
  if (!mail) throw new Error('no mail')
  expect(mail.subject).toBe('Hi Bcc: a@b.test X-A: 1')
  const posted: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    posted.push(JSON.parse(String(init.body)))
    return Response.json({})
  })
  await httpMailer({ apiUrl: 'http://provider.test', apiKey: 'k', from: 'a@b.test' })(mail)
  expect(posted).toMatchObject([
    { headers: { ...mail.headers, 'Message-ID': mail.messageId }, to: [mail.to] },
  ])
})

test('mails to a cohort are sent to a mail server with their headers, and no text becomes a header or a command', async () => {
  const { send, members } = await written(attack)
  await send()
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Uint8Array[] = []
      stream.on('data', (chunk) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(Buffer.concat(chunks).toString())
        done()
      })
    },
  })
  server.on('error', () => {})
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  await worker(
    smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Rookies <hello@rookies.example>' }),
  )
  expect(received).toHaveLength(1)
  const head = (received[0]?.split('\r\n\r\n')[0] ?? '').replace(/\r\n\s+/g, ' ')
  const names = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase())
  expect(names.sort()).toEqual(
    [
      'from',
      'to',
      'subject',
      'message-id',
      'date',
      'mime-version',
      'content-type',
      'list-unsubscribe',
      'list-unsubscribe-post',
    ].sort(),
  )
  expect(head).toMatch(/^To: \S+$/m)
  expect(head).toContain(`To: ${members[0]?.email}`)
  expect(head).toMatch(
    /^List-Unsubscribe: <https:\/\/project\.example\/functions\/v1\/unsubscribe\/[0-9a-f]{64}>$/m,
  )
  expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
})
