import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'

// What is sent or done later (rules/due-work#kinds).
const db = useDatabase()

interface Work {
  id: string
  kind: string
  outcome: string | null
  error: string | null
  attempts: number
  /** Seconds until it is tried next. */
  wait: number | null
}

const about = async (id: string) =>
  (await db.owner(
    `select w.*, extract(epoch from w.locked_until - now())::int as wait from private.due_work w
     where $1 in (w.subject_id, w.user_id, w.id) and not w.mail order by w.due_at`,
    [id],
  )) as unknown as Work[]

/** Its hour has come. */
const fallDue = (id: string) =>
  db.owner(
    `update private.due_work set due_at = now() - interval '1 minute', locked_until = null where $1 in (subject_id, user_id, id)`,
    [id],
  )

/** Turns the motor until nothing is due any more, of other tests neither. */
async function turn(): Promise<void> {
  for (;;) {
    const [row] = await db.owner('select private.run_due_work() as handled')
    if (row?.handled === 0) return
  }
}

const put = async (kind: string, key = randomUUID(), subject = randomUUID()) => {
  await db.owner(`select private.put_due($1, $2, now() - interval '1 minute', $3)`, [
    kind,
    key,
    subject,
  ])
  return subject
}

const binned = (course: string, days: number) =>
  db.owner(
    `update public.courses set deleted_at = now() - make_interval(days => $2) where id = $1`,
    [course, days],
  )

describe('the motor', () => {
  test('does each piece once, however often it is put in and the motor turns', async () => {
    const [key, subject] = [randomUUID(), randomUUID()]
    await put('exports', key, subject)
    await put('exports', key, subject)
    await turn()
    await put('exports', key, subject)
    await turn()
    expect(await about(subject)).toMatchObject([{ outcome: 'DROPPED', attempts: 1, error: null }])
  })

  test('leaves alone what is not due', async () => {
    const subject = await put('exports')
    await db.owner(
      `update private.due_work set due_at = now() + interval '1 minute' where subject_id = $1`,
      [subject],
    )
    await turn()
    expect(await about(subject)).toMatchObject([{ outcome: null, attempts: 0 }])
  })

  test('tries again what fails, later each time, gives it up after a day and keeps why', async () => {
    // A kind without its function.
    await db.owner(`insert into private.due_kinds (kind, label) values ('broken', 'Break')`)
    const subject = await put('broken')
    const beside = await put('exports')
    await turn()
    expect(await about(beside)).toMatchObject([{ outcome: 'DROPPED' }])
    const [first] = await about(subject)
    expect(first).toMatchObject({ attempts: 1, outcome: null })
    expect(first?.error).toContain('due_broken')
    expect(first?.wait).toBeGreaterThan(50)
    expect(first?.wait).toBeLessThanOrEqual(60)
    for (const most of [120, 240, 480]) {
      await fallDue(subject)
      await turn()
      const [next] = await about(subject)
      expect(next?.wait).toBeGreaterThan(most - 10)
      expect(next?.wait).toBeLessThanOrEqual(most)
    }
    await db.owner(
      `update private.due_work set first_tried_at = now() - interval '25 hours', locked_until = null where subject_id = $1`,
      [subject],
    )
    await turn()
    expect(await about(subject)).toMatchObject([{ outcome: 'FAILED', attempts: 5 }])
    expect((await about(subject))[0]?.error).toContain('due_broken')
  })

  test('forgets what ended a month ago', async () => {
    const subject = await put('exports')
    await turn()
    await db.owner(
      `update private.due_work set done_at = now() - interval '31 days' where subject_id = $1`,
      [subject],
    )
    await turn()
    expect(await about(subject)).toEqual([])
  })

  test('is known to stand still after ten minutes', async () => {
    const stands = async () =>
      (await db.owner('select private.motor_stopped() as stopped'))[0]?.stopped
    await db.owner(`update private.motor set turned_at = now() - interval '11 minutes'`)
    expect(await stands()).toBe(true)
    await turn()
    expect(await stands()).toBe(false)
  })

  test('is turned by no one over the API', async () => {
    for (const who of [await db.person({ role: 'ADMIN' }), await db.person(), 'visitor'] as const) {
      for (const sql of [
        'select private.run_due_work()',
        'select * from private.due_work',
        `select private.put_due('exports', 'x', now())`,
        'select public.claim_due_mails()',
        `select public.settle_due_mail(gen_random_uuid(), 1)`,
      ]) {
        expect((await db.as(who, sql)).code).toBe('42501')
      }
    }
  })
})

describe('the bin', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await db.person({ role: 'ADMIN' })
  })

  test('loses a course for good after 30 days, with all below; purchases and the record stay', async () => {
    const person = await db.person()
    const { id, text } = await db.course()
    await db.answer(admin, 'record_purchase', {
      key: randomUUID(),
      user_id: person.id,
      course_id: id,
      amount_cents: 100,
      currency: 'EUR',
      kind: 'bank_transfer',
      reason: 'x',
    })
    await db.answer(admin, 'delete_course', { course_id: id })
    expect(await about(id)).toMatchObject([{ kind: 'bin', outcome: null }])
    // Its lessons go with it, and have no piece of their own.
    expect(await about(text)).toEqual([])
    await fallDue(id)
    await turn()
    expect(await about(id)).toMatchObject([{ outcome: 'DROPPED' }])
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toHaveLength(1)

    await binned(id, 31)
    await turn()
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toEqual([])
    expect(await db.owner('select 1 from public.lessons where id = $1', [text])).toEqual([])
    expect(
      await db.owner('select course_id, status from public.purchases where user_id = $1', [
        person.id,
      ]),
    ).toEqual([{ course_id: null, status: 'COMPLETED' }])
    expect(
      await db.owner(
        `select user_id, action from public.audit_logs where target_id = $1 and action = 'course.delete' order by id`,
        [id],
      ),
    ).toEqual([
      { user_id: admin.id, action: 'course.delete' },
      { user_id: null, action: 'course.delete' },
    ])
  })

  test('counts 30 days alike across a clock change', async () => {
    const { id } = await db.course()
    // Deleted in Berlin's winter; the 30 days end in its summer.
    await db.inZone(
      'Europe/Berlin',
      `update public.courses set deleted_at = '2026-03-20 12:00+00' where id = $1`,
      [id],
    )
    expect(
      await db.owner(
        `select w.due_at = '2026-04-19 12:00+00'::timestamptz as noon from private.due_work w where w.subject_id = $1`,
        [id],
      ),
    ).toEqual([{ noon: true }])
    await turn()
    expect(await about(id)).toMatchObject([{ outcome: 'DONE' }])
  })

  test('keeps what was restored', async () => {
    const { id } = await db.course()
    await db.answer(admin, 'delete_course', { course_id: id })
    await db.answer(admin, 'restore_course', { course_id: id })
    await fallDue(id)
    await turn()
    expect(await about(id)).toMatchObject([{ outcome: 'DROPPED' }])
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toHaveLength(1)
  })

  test('loses a module and a lesson that were deleted by themselves', async () => {
    const { id, moduleId, link } = await db.course()
    await db.answer(admin, 'delete_lesson', { lesson_id: link })
    await db.answer(admin, 'delete_module', { module_id: moduleId })
    for (const [table, gone] of [
      ['lessons', link],
      ['modules', moduleId],
    ] as const) {
      expect(await about(gone)).toHaveLength(1)
      await db.owner(
        `update public.${table} set deleted_at = now() - interval '31 days' where id = $1`,
        [gone],
      )
      await fallDue(gone)
      await turn()
      expect(await db.owner(`select 1 from public.${table} where id = $1`, [gone])).toEqual([])
    }
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toHaveLength(1)
  })
})

test('an export is forgotten after its hour, and not before', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { id } = (await db.answer(admin, 'begin_export', { list: 'members', filter: {} })) as {
    id: string
  }
  const kept = () => db.owner('select 1 from private.exports where id = $1', [id])
  await turn()
  expect(await kept()).toHaveLength(1)
  await db.owner(
    `update private.exports set begun_at = begun_at - interval '2 hours' where id = $1`,
    [id],
  )
  await fallDue(id)
  await turn()
  expect(await kept()).toEqual([])
})

describe('invites that end', () => {
  const told = (person: Person) =>
    db.owner(
      'select title, message, sender_id, action_url from public.notifications where recipient_id = $1',
      [person.id],
    )

  /** Invites that all end tomorrow at noon (UTC), or on a later day. */
  async function invited(by: Person, emails: string[], days = 1) {
    for (const email of emails) {
      await db.owner(
        `insert into public.invites (email, invited_by_id, expires_at)
         values ($1, $2, date_trunc('day', now(), 'UTC') + make_interval(days => $3, hours => 12))`,
        [email, by.id, days],
      )
    }
  }

  test('are told to who sent them, a day’s together and once', async () => {
    const sender = await db.person({ role: 'MODERATOR' })
    await invited(sender, ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'])
    await invited(sender, ['later@x.test'], 3)
    expect(await about(sender.id)).toHaveLength(2)
    await db.owner(
      `update private.due_work set due_at = now() where user_id = $1 and due_at < now() + interval '1 day'`,
      [sender.id],
    )
    await turn()
    await turn()
    expect(await told(sender)).toEqual([
      {
        title: '4 invites end soon',
        message:
          'Not accepted yet: a@x.test, b@x.test, c@x.test and 1 more. Resend them to give two more days.',
        sender_id: null,
        action_url: '/moderator/members?view=invites',
      },
    ])
  })

  test('matter no longer once they are accepted, cancelled or resent, or their sender has no part in them', async () => {
    const [sender, former, admin] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'ADMIN' }),
    ]
    await invited(sender, ['a@x.test', 'b@x.test', 'c@x.test'])
    await invited(former, ['d@x.test'])
    await invited(admin, ['e@x.test'])
    await db.owner(
      `update public.invites set cancelled_at = now() where email = 'a@x.test' and invited_by_id = $1`,
      [sender.id],
    )
    await db.owner(
      `update public.invites set redeemed_at = now() where email = 'b@x.test' and invited_by_id = $1`,
      [sender.id],
    )
    await db.owner(
      `update public.invites set expires_at = expires_at + interval '2 days' where email = 'c@x.test' and invited_by_id = $1`,
      [sender.id],
    )
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [former.id])
    for (const { id } of [sender, former, admin]) {
      await db.owner(
        `update private.due_work set due_at = now() where user_id = $1 and due_at < now() + interval '1 day'`,
        [id],
      )
    }
    await turn()
    expect(await told(sender)).toEqual([])
    expect(await told(former)).toEqual([])
    expect(await told(admin)).toMatchObject([
      { title: 'An invite ends soon', action_url: '/admin/invites?status=ACTIVE&sort=ending' },
    ])
  })

  test('are told at seven in the morning (UTC), whatever the zone of who invites', async () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
      const sender = await db.person({ role: 'ADMIN' })
      await db.inZone(
        zone,
        `insert into public.invites (email, invited_by_id, expires_at)
         values ('a@x.test', $1, date_trunc('day', now(), 'UTC') + interval '1 hour' * (3 * 24 + 1))`,
        [sender.id],
      )
      const [work] = await db.owner(
        `select extract(epoch from w.due_at - date_trunc('day', now(), 'UTC'))::int / 3600 as hours
         from private.due_work w where w.user_id = $1 and w.kind = 'invites_ending'`,
        [sender.id],
      )
      expect(work).toEqual({ hours: 2 * 24 + 7 })
    }
  })

  test('say nothing of days that have passed', async () => {
    const sender = await db.person({ role: 'ADMIN' })
    await invited(sender, ['a@x.test'])
    await db.owner(
      `update public.invites set expires_at = now() - interval '1 day' where invited_by_id = $1`,
      [sender.id],
    )
    await db.owner(
      `update private.due_work set due_at = now() - interval '2 days' where user_id = $1`,
      [sender.id],
    )
    await turn()
    expect(await told(sender)).toEqual([])
    expect(await about(sender.id)).toMatchObject([{ outcome: 'DROPPED' }])
  })
})

describe('administrators', () => {
  test('are told on the next morning what was given up, once, unless it was tried again', async () => {
    const [admin, moderator] = [
      await db.person({ role: 'ADMIN' }),
      await db.person({ role: 'MODERATOR' }),
    ]
    await db.owner(
      `insert into private.due_kinds (kind, label) values ('worn', 'Wear out') on conflict do nothing`,
    )
    const told = (person: Person) =>
      db.owner(
        `select title, message, action_url from public.notifications where recipient_id = $1 and title like '%given up'`,
        [person.id],
      )
    /** Given up yesterday, as far as the morning is concerned. */
    const morning = () =>
      db.owner(
        `update private.due_work set due_at = date_trunc('day', now(), 'UTC') where kind = 'failures' and done_at is null`,
      )
    const give = async () => {
      const subject = await put('worn')
      await db.owner(
        `update private.due_work set first_tried_at = now() - interval '2 days' where subject_id = $1`,
        [subject],
      )
      await turn()
      await db.owner(
        `update private.due_work set done_at = now() - interval '1 day' where subject_id = $1`,
        [subject],
      )
      return subject
    }
    await db.owner(`delete from private.due_work where kind = 'failures' or outcome = 'FAILED'`)
    await give()
    await give()
    await turn()
    expect(await told(admin)).toEqual([])
    await morning()
    await turn()
    await turn()
    expect(await told(admin)).toEqual([
      {
        title: '2 pieces of due work were given up',
        message: 'Wear out (2). See why, and try again.',
        action_url: '/admin/due-work?state=FAILED',
      },
    ])
    expect(await told(moderator)).toEqual([])

    await db.owner(`delete from private.due_work where kind in ('failures', 'worn')`)
    const { id } = (await about(await give()))[0] ?? { id: '' }
    await db.answer(admin, 'retry_due_work', { work_id: id })
    await morning()
    await turn()
    expect(await told(admin)).toHaveLength(1)
  })

  test('see what waits, what was given up and what was done, and try again', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    await db.owner(
      `insert into private.due_kinds (kind, label) values ('torn', 'Tear') on conflict do nothing`,
    )
    const subject = await put('torn')
    await turn()
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
    await turn()
    expect((await look('OPEN')).found).toBe(0)
    const [given] = (await look('FAILED')).work
    expect(given?.error).toContain('due_torn')
    expect((await look('DONE')).work).toEqual([given])
    const toDo = (
      await db.owner(`select count(*)::int as n from private.due_work where outcome = 'FAILED'`)
    )[0]
    expect(toDo?.n).toBeGreaterThan(0)

    await db.owner(
      `create or replace function private.due_torn(work private.due_work) returns text language sql as $$ select 'DONE' $$`,
    )
    await db.answer(admin, 'retry_due_work', { work_id: given?.id })
    await turn()
    await db.owner('drop function private.due_torn(private.due_work)')
    expect(await about(subject)).toMatchObject([{ outcome: 'DONE', attempts: 1, error: null }])
    expect(
      await db.owner(
        `select user_id from public.audit_logs where action = 'due_work.retry' and target_id = $1`,
        [given?.id],
      ),
    ).toEqual([{ user_id: admin.id }])
    // Twice pressed.
    expect((await db.as(admin, 'select public.retry_due_work($1)', [given?.id])).code).toBe('PT404')
  })

  test('alone may do so', async () => {
    const subject = await put('exports')
    const [work] = await about(subject)
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
