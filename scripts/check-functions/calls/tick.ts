import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { otherMethods } from './common'

/** Adds a job that is due now and mails about an invite that ends soon. Returns the recipient's email. */
async function dueMail(stage: Stage, name: 'admin' | 'moderator'): Promise<string> {
  const email = `${name}@rookies.test`
  await stage.sql(
    `insert into public.invites (email, invited_by_id, expires_at)
     select 'late@example.test', p.id, date_trunc('day', now(), 'UTC') + interval '36 hours'
     from public.profiles p where p.email = $1`,
    [email],
  )
  await stage.sql('delete from private.due_work')
  await stage.sql(
    `select private.enqueue_job('invites_ending_mail', p.id || ':today', now(), null, p.id)
     from public.profiles p where p.email = $1`,
    [email],
  )
  return email
}

/** Replaces all jobs by one that looks up the commit of a repository that was just handed in. */
async function dueCommit(stage: Stage): Promise<void> {
  await stage.sql('delete from private.due_work')
  await stage.sql(
    `with work as (
       insert into public.submissions (lesson_id, user_id)
       select l.id, p.id from public.lessons l, public.profiles p
       where l.content_type = 'ASSIGNMENT' and p.email = 'admin@rookies.test' limit 1 returning id
     ), round as (
       insert into public.submission_rounds (submission_id, round, repo_url)
       select id, 1, 'https://github.com/ada/tea' from work returning id
     )
     select private.enqueue_job('round_commit', id::text, now(), id) from round`,
  )
}

export async function tick(stage: Stage): Promise<Deployment[]> {
  const { mail } = stage
  const secret = { TICK_SECRET: 'a long random word' }
  const withSecret = { authorization: 'Bearer a long random word' }
  const refused = { status: 403, body: { code: 'FORBIDDEN' } }
  return [
    {
      title: 'tick, without its secret',
      secrets: { ...stage.project, ...stage.mailer },
      calls: [
        {
          name: 'any secret',
          headers: { authorization: 'Bearer ' },
          expected: { status: 501, body: { code: 'NO_SECRET' } },
        },
      ],
    },
    {
      title: 'tick, without a mailer',
      secrets: { ...stage.project, ...secret },
      calls: [
        {
          name: 'a turn',
          headers: withSecret,
          expected: { status: 501, body: { code: 'NO_MAILER' } },
        },
      ],
    },
    {
      title: 'tick, by a provider',
      secrets: { ...stage.project, ...stage.mailer, ...secret },
      calls: [
        ...otherMethods,
        { name: 'no secret', expected: refused },
        { name: 'a wrong secret', headers: { authorization: 'Bearer a word' }, expected: refused },
        { name: 'an administrator', headers: stage.callers.admin, expected: refused },
        {
          name: 'a turn with a mail that is due',
          before: () => dueMail(stage, 'moderator'),
          headers: withSecret,
          body: 'x'.repeat(2_000_000),
          expected: { status: 200, body: { taken: 1 } },
          afterwards: {
            look: () => mail.provided.filter(({ to }) => to.includes('moderator@rookies.test')),
            expected: [{ subject: /ends? soon$/ }],
          },
        },
        {
          name: 'a turn with nothing due',
          headers: withSecret,
          expected: { status: 200, body: { taken: 0 } },
        },
        {
          // The function cannot reach other hosts here, so the job fails and will be tried again.
          name: 'a turn with a repository that was handed in',
          before: () => dueCommit(stage),
          headers: withSecret,
          expected: { status: 200, body: { taken: 1 } },
          afterwards: {
            look: () => stage.sql('select outcome, error from private.due_work'),
            expected: [{ outcome: null, error: /github\.com:443/ }],
          },
        },
      ],
    },
    {
      title: 'tick, by a mail server',
      secrets: { ...stage.project, ...stage.smtp, ...secret },
      calls: [
        {
          name: 'a turn with a mail that is due',
          before: () => dueMail(stage, 'admin'),
          headers: withSecret,
          expected: { status: 200, body: { taken: 1 } },
          afterwards: {
            look: () => mail.posted.filter(({ to }) => to.includes('admin@rookies.test')),
            expected: [{ text: /^Subject: .*ends? soon\r$/m }],
          },
        },
      ],
    },
    {
      title: 'tick, while the API is down',
      secrets: {
        ...stage.project,
        ...stage.mailer,
        ...secret,
        SUPABASE_URL: 'http://127.0.0.1:1',
      },
      calls: [
        {
          name: 'a turn',
          headers: withSecret,
          expected: { status: 502, body: { code: 'API_FAILED' } },
        },
      ],
    },
  ]
}
