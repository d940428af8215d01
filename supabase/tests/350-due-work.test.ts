import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { Jobs } from './jobs'

// Tests jobs that are done later: their worker, and what administrators see of them (rules/due-work#motor).
const db = useDatabase()
const jobs = new Jobs(db)

describe('the worker', () => {
  test('does each job once, even if it is enqueued again and the worker runs again', async () => {
    const [key, subject] = [randomUUID(), randomUUID()]
    await jobs.enqueue('exports', key, subject)
    await jobs.enqueue('exports', key, subject)
    await jobs.runAll()
    await jobs.enqueue('exports', key, subject)
    await jobs.runAll()
    expect(await jobs.about(subject)).toMatchObject([
      { outcome: 'DROPPED', attempts: 1, error: null },
    ])
  })

  test('does not do jobs before they are due', async () => {
    const subject = await jobs.enqueue('exports')
    await db.owner(
      `update private.due_work set due_at = now() + interval '1 minute' where subject_id = $1`,
      [subject],
    )
    await jobs.runAll()
    expect(await jobs.about(subject)).toMatchObject([{ outcome: null, attempts: 0 }])
  })

  test('retries failed jobs after growing pauses, gives up after a day and keeps the error', async () => {
    // A kind without its function always fails.
    await db.owner(`insert into private.due_kinds (kind, label) values ('broken', 'Break')`)
    const subject = await jobs.enqueue('broken')
    const beside = await jobs.enqueue('exports')
    await jobs.runAll()
    expect(await jobs.about(beside)).toMatchObject([{ outcome: 'DROPPED' }])
    const [first] = await jobs.about(subject)
    expect(first).toMatchObject({ attempts: 1, outcome: null })
    expect(first?.error).toContain('due_broken')
    expect(first?.wait).toBeGreaterThan(50)
    expect(first?.wait).toBeLessThanOrEqual(60)
    for (const most of [120, 240, 480]) {
      await jobs.makeDue(subject)
      await jobs.runAll()
      const [next] = await jobs.about(subject)
      expect(next?.wait).toBeGreaterThan(most - 10)
      expect(next?.wait).toBeLessThanOrEqual(most)
    }
    await db.owner(
      `update private.due_work set first_tried_at = now() - interval '25 hours', locked_until = null where subject_id = $1`,
      [subject],
    )
    await jobs.runAll()
    expect(await jobs.about(subject)).toMatchObject([{ outcome: 'FAILED', attempts: 5 }])
    expect((await jobs.about(subject))[0]?.error).toContain('due_broken')
  })

  test('deletes jobs that ended a month ago', async () => {
    const subject = await jobs.enqueue('exports')
    await jobs.runAll()
    await db.owner(
      `update private.due_work set done_at = now() - interval '31 days' where subject_id = $1`,
      [subject],
    )
    await jobs.runAll()
    expect(await jobs.about(subject)).toEqual([])
  })

  test('adds one next job of each hourly kind, also after a job was given up and if several workers run', async () => {
    const hourly = ['behind', 'morning']
    await jobs.runAll()
    for (const kind of hourly) {
      await jobs.giveUp(kind)
      expect(await jobs.next(kind)).toEqual([])
    }
    await Promise.all([1, 2, 3].map(() => jobs.runAll()))
    await jobs.runAll()
    for (const kind of hourly) {
      expect(await jobs.next(kind)).toEqual([
        { key: expect.stringContaining(`${kind}:`), in_an_hour: true },
      ])
    }
  })

  test('waits for an hourly job that is tried again, before it adds another one', async () => {
    await db.owner(
      `insert into private.due_kinds (kind, label, hourly) values ('hollow', 'Break', true)`,
    )
    await jobs.runAll()
    const [first] = await jobs.next('hollow')
    await db.owner(`update private.due_work set due_at = now() where kind = 'hollow'`)
    await jobs.runAll()
    await jobs.runAll()
    expect(await jobs.next('hollow')).toMatchObject([{ key: (first as { key: string }).key }])
    await db.owner(`delete from private.due_kinds where kind = 'hollow'`)
  })

  test('counts as stopped after ten minutes', async () => {
    const stands = async () =>
      (await db.owner('select private.worker_stopped() as stopped'))[0]?.stopped
    await db.owner(`update private.motor set turned_at = now() - interval '11 minutes'`)
    expect(await stands()).toBe(true)
    await jobs.runAll()
    expect(await stands()).toBe(false)
  })

  test('cannot be run over the API', async () => {
    for (const who of [await db.person({ role: 'ADMIN' }), await db.person(), 'visitor'] as const) {
      for (const sql of [
        'select private.run_due_work()',
        'select * from private.due_work',
        `select private.enqueue_job('exports', 'x', now())`,
        'select public.claim_due_mails()',
        `select public.settle_due_mail(gen_random_uuid(), 1)`,
      ]) {
        expect((await db.as(who, sql)).code).toBe('42501')
      }
    }
  })
})
describe('administrators', () => {
  test('are notified once, the next morning, about jobs that were given up and not retried', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    await db.owner(
      `insert into private.due_kinds (kind, label) values ('worn', 'Wear out') on conflict do nothing`,
    )
    const receivedBy = (person: Person) =>
      db.owner(
        `select title, message, action_url from public.notifications where recipient_id = $1 and title like '%background job%'`,
        [person.id],
      )
    /** Moves the report of failed jobs to the start of today, so that it covers yesterday. */
    const morning = () =>
      db.owner(
        `update private.due_work set due_at = date_trunc('day', now(), 'UTC') where kind = 'failures' and done_at is null`,
      )
    const give = async () => {
      const subject = await jobs.enqueue('worn')
      await db.owner(
        `update private.due_work set first_tried_at = now() - interval '2 days' where subject_id = $1`,
        [subject],
      )
      await jobs.runAll()
      await db.owner(
        `update private.due_work set done_at = now() - interval '1 day' where subject_id = $1`,
        [subject],
      )
      return subject
    }
    await db.owner(`delete from private.due_work where kind = 'failures' or outcome = 'FAILED'`)
    await give()
    await give()
    await jobs.runAll()
    expect(await receivedBy(admin)).toEqual([])
    await morning()
    await jobs.runAll()
    await jobs.runAll()
    expect(await receivedBy(admin)).toEqual([
      {
        title: '2 background jobs failed',
        message: 'Wear out (2). See why and try again.',
        action_url: '/admin/due-work?state=FAILED',
      },
    ])
    expect(await receivedBy(moderator)).toEqual([])

    await db.owner(`delete from private.due_work where kind in ('failures', 'worn')`)
    const { id } = (await jobs.about(await give()))[0] ?? { id: '' }
    await db.answer(admin, 'retry_due_work', { work_id: id })
    await morning()
    await jobs.runAll()
    expect(await receivedBy(admin)).toHaveLength(1)
  })

  test('see waiting, failed and finished jobs, and can retry them', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await db.owner(
      `insert into private.due_kinds (kind, label) values ('torn', 'Tear') on conflict do nothing`,
    )
    const subject = await jobs.enqueue('torn')
    await jobs.runAll()
    const look = async (state: string) =>
      (await db.answer(admin, 'due_work_list', { state, kind: 'torn' })) as {
        found: number
        stopped: boolean
        work: { id: string; label: string; error: string; outcome: string | null }[]
      }
    const open = await look('OPEN')
    expect(open).toMatchObject({ found: 1, stopped: false, work: [{ label: 'Tear' }] })
    expect((await look('FAILED')).found).toBe(0)
    await db.owner(
      `update private.due_work set first_tried_at = now() - interval '2 days', locked_until = null where subject_id = $1`,
      [subject],
    )
    await jobs.runAll()
    expect((await look('OPEN')).found).toBe(0)
    const [given] = (await look('FAILED')).work
    expect(given?.error).toContain('due_torn')
    // A job that was given up is not listed as done.
    expect((await look('DONE')).found).toBe(0)
    const toDo = (
      await db.owner(`select count(*)::int as n from private.due_work where outcome = 'FAILED'`)
    )[0]
    expect(toDo?.n).toBeGreaterThan(0)

    await db.owner(
      `create or replace function private.due_torn(work private.due_work) returns text language sql as $$ select 'DONE' $$`,
    )
    await db.answer(admin, 'retry_due_work', { work_id: given?.id })
    await jobs.runAll()
    await db.owner('drop function private.due_torn(private.due_work)')
    expect(await jobs.about(subject)).toMatchObject([{ outcome: 'DONE', attempts: 1, error: null }])
    expect((await look('DONE')).work).toMatchObject([{ id: given?.id, outcome: 'DONE' }])
    expect(
      await db.owner(
        `select user_id from public.audit_logs where action = 'due_work.retry' and target_id = $1`,
        [given?.id],
      ),
    ).toEqual([{ user_id: admin.id }])
    // A second press does nothing.
    expect((await db.as(admin, 'select public.retry_due_work($1)', [given?.id])).code).toBe('PT404')
  })

  test('are the only people who can see and retry jobs', async () => {
    const subject = await jobs.enqueue('exports')
    const [work] = await jobs.about(subject)
    for (const who of [
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
      await db.person(),
      'visitor',
    ] as const) {
      expect((await db.as(who, 'select public.due_work_list()')).code).toBe('42501')
      expect((await db.as(who, 'select public.retry_due_work($1)', [work?.id])).code).toBe('42501')
    }
  })
})
