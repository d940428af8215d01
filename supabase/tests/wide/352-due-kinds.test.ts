import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { Jobs } from '../jobs'

// Tests the jobs that the product creates itself: the bin, exports, invites that end (rules/due-work#kinds).
const db = useDatabase()
const jobs = new Jobs(db)

const binned = (course: string, days: number) =>
  db.owner(
    `update public.courses set deleted_at = now() - make_interval(days => $2) where id = $1`,
    [course, days],
  )

describe('the bin', () => {
  let admin: Person
  beforeAll(async () => {
    admin = await db.person({ role: 'ADMIN' })
  })

  test('deletes a course for good after 30 days, with its contents; purchases and records remain', async () => {
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
    expect(await jobs.about(id)).toMatchObject([{ kind: 'bin', outcome: null }])
    // The lessons are deleted with the module, and have no job of their own.
    expect(await jobs.about(text)).toEqual([])
    await jobs.makeDue(id)
    await jobs.runAll()
    expect(await jobs.about(id)).toMatchObject([{ outcome: 'DROPPED' }])
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toHaveLength(1)

    await binned(id, 31)
    await jobs.runAll()
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

  test('counts 30 days across a clock change', async () => {
    const { id } = await db.course()
    // The course is deleted in Berlin's winter, and the 30 days end in its summer.
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
    await jobs.runAll()
    expect(await jobs.about(id)).toMatchObject([{ outcome: 'DONE' }])
  })

  test('keeps restored contents', async () => {
    const { id } = await db.course()
    await db.answer(admin, 'delete_course', { course_id: id })
    await db.answer(admin, 'restore_course', { course_id: id })
    await jobs.makeDue(id)
    await jobs.runAll()
    expect(await jobs.about(id)).toMatchObject([{ outcome: 'DROPPED' }])
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toHaveLength(1)
  })

  test('deletes a module and a lesson that were deleted separately', async () => {
    const { id, moduleId, link } = await db.course()
    await db.answer(admin, 'delete_lesson', { lesson_id: link })
    await db.answer(admin, 'delete_module', { module_id: moduleId })
    for (const [table, gone] of [
      ['lessons', link],
      ['modules', moduleId],
    ] as const) {
      expect(await jobs.about(gone)).toHaveLength(1)
      await db.owner(
        `update public.${table} set deleted_at = now() - interval '31 days' where id = $1`,
        [gone],
      )
      await jobs.makeDue(gone)
      await jobs.runAll()
      expect(await db.owner(`select 1 from public.${table} where id = $1`, [gone])).toEqual([])
    }
    expect(await db.owner('select 1 from public.courses where id = $1', [id])).toHaveLength(1)
  })
})

test('an export is deleted after an hour, and not before', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const { id } = (await db.answer(admin, 'begin_export', { list: 'members', filter: {} })) as {
    id: string
  }
  const kept = () => db.owner('select 1 from private.exports where id = $1', [id])
  await jobs.runAll()
  expect(await kept()).toHaveLength(1)
  await db.owner(
    `update private.exports set begun_at = begun_at - interval '2 hours' where id = $1`,
    [id],
  )
  await jobs.makeDue(id)
  await jobs.runAll()
  expect(await kept()).toEqual([])
})

describe('invites that end tomorrow', () => {
  const receivedBy = (person: Person) =>
    db.owner(
      'select title, message, sender_id, action_url from public.notifications where recipient_id = $1',
      [person.id],
    )

  /** Creates invites that all end tomorrow at noon (UTC), or on a later day. */
  async function invited(by: Person, emails: string[], days = 1) {
    for (const email of emails) {
      await db.owner(
        `insert into public.invites (email, invited_by_id, expires_at)
         values ($1, $2, date_trunc('day', now(), 'UTC') + make_interval(days => $3, hours => 12))`,
        [email, by.id, days],
      )
    }
  }

  test('are reported to their senders, once for each day', async () => {
    const sender = await db.person({ role: 'MODERATOR' })
    await invited(sender, ['a@x.test', 'b@x.test', 'c@x.test', 'd@x.test'])
    await invited(sender, ['later@x.test'], 3)
    expect(await jobs.about(sender.id)).toHaveLength(2)
    await db.owner(
      `update private.due_work set due_at = now() where user_id = $1 and due_at < now() + interval '1 day'`,
      [sender.id],
    )
    await jobs.runAll()
    await jobs.runAll()
    expect(await receivedBy(sender)).toEqual([
      {
        title: '4 invites end soon',
        message:
          'Not accepted yet: a@x.test, b@x.test, c@x.test and 1 more. Resend them to give them more time.',
        sender_id: null,
        action_url: '/moderator/members?view=invites',
      },
    ])
  })

  test('are not reported once they are accepted, cancelled or resent, or their sender loses them', async () => {
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
    await jobs.runAll()
    expect(await receivedBy(sender)).toEqual([])
    expect(await receivedBy(former)).toEqual([])
    expect(await receivedBy(admin)).toMatchObject([
      { title: 'An invite ends soon', action_url: '/admin/invites?status=ACTIVE&sort=ending' },
    ])
  })

  test('are reported at seven in the morning (UTC), in any time zone', async () => {
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

  test('are not reported for past days', async () => {
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
    await jobs.runAll()
    expect(await receivedBy(sender)).toEqual([])
    expect(await jobs.about(sender.id)).toMatchObject([{ outcome: 'DROPPED' }])
  })
})
