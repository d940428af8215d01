import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { Jobs } from './jobs'
import { assignments } from './scenes/assignments'
import { cohorts } from './scenes/cohorts'

// Who is reminded a day before something is due, opens or begins (rules/notifications#reminders).
const db = useDatabase()
const { task, group, handIn } = assignments(db)
const { cohort: makeCohort, change, join } = cohorts(db)

interface Mail {
  to: string
  things: { kind: string; title: string; when: string; path: string }[]
  wait?: string
  unsubscribe: string
}

/** Does what the worker would do for a cohort now. */
async function look(cohort: string): Promise<void> {
  const jobs = new Jobs(db)
  await jobs.enqueue('reminders', undefined, cohort)
  await jobs.runAll()
}

const bell = async (person: Person) =>
  db.owner(
    `select title, message, action_url, expires_at from public.notifications where recipient_id = $1 and reminder_id is not null order by message`,
    [person.id],
  )

/** Returns the content that the planned mails to a person would have now. */
const mails = async (person: Person) =>
  (
    await db.owner(
      `select private.due_reminder_mail(w) as mail from private.due_work w
       where w.kind = 'reminder_mail' and w.user_id = $1 and w.done_at is null`,
      [person.id],
    )
  ).map(({ mail }) => mail as Mail | null)

/** Sets the person's time zone to UTC, without quiet hours. */
const atAnyHour = (person: Person) =>
  db.as(
    person,
    `insert into public.preferences (time_zone, quiet_from, quiet_to) values ('UTC', '00:00', '00:00')
     on conflict (user_id) do update set time_zone = excluded.time_zone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to`,
  )

/** Moves the first day of a cohort and the time of its assignment so that it is due so many hours after the start. */
const START = new Date().toISOString()
const dueIn = (cohort: string, lesson: string, hours: number) =>
  db.owner(
    `with t as (select $4::timestamptz at time zone 'UTC' + make_interval(hours => $3) as due), a as (
       update public.assignments set due_day = 3, due_time = date_trunc('minute', t.due)::time from t where lesson_id = $2)
     update public.cohorts set starts_on = t.due::date - 3 from t where id = $1`,
    [cohort, lesson, hours, START],
  )

/** Mia is in a cohort whose assignment is due in so many hours. */
async function scene(hours = 20) {
  const work = await task({ dueDay: 3 })
  const mia = await db.person()
  await atAnyHour(mia)
  const cohort = await group(work, [mia])
  await dueIn(cohort, work.lesson, hours)
  return { ...work, mia, cohort }
}

describe('work that is due', () => {
  test('is announced once in the bell, with its date, and mailed once', async () => {
    const { mia, cohort, lesson, course } = await scene()
    await look(cohort)
    const path = `/app/courses/${course.slug}/lesson/${lesson}`
    const message = expect.stringMatching(
      /^"Building a page" in .+ is due \w{3} \d+ \w{3}, \d\d:\d\d UTC\.$/,
    )
    const [told] = await bell(mia)
    expect(told).toMatchObject({ title: 'Work is due soon', message, action_url: path })
    expect(await mails(mia)).toMatchObject([
      { to: mia.email, things: [{ kind: 'DUE', title: 'Building a page', path }] },
    ])
    await look(cohort)
    expect(await bell(mia)).toEqual([told])
    expect(await mails(mia)).toHaveLength(1)
  })

  test('is not announced more than a day before', async () => {
    const { mia, cohort, lesson } = await scene(26)
    await look(cohort)
    expect(await bell(mia)).toEqual([])
    const [next] = await db.owner(
      `select look_at - now() between interval '1 hour' and interval '3 hours' as soon from private.reminder_looks where cohort_id = $1`,
      [cohort],
    )
    expect(next).toEqual({ soon: true })
    await dueIn(cohort, lesson, 20)
    await new Jobs(db).runAll()
    expect(await bell(mia)).toHaveLength(1)
  })

  test('is not announced to people who handed it in, and the notification is deleted when a person hands it in', async () => {
    const { mia, cohort, lesson } = await scene()
    const ben = await db.person()
    await join(cohort, ben)
    await handIn(ben, lesson)
    await look(cohort)
    expect(await bell(ben)).toEqual([])
    expect(await mails(mia)).toMatchObject([{ to: mia.email }])
    await handIn(mia, lesson)
    expect(await bell(mia)).toEqual([])
    expect(await mails(mia)).toEqual([null])
  })

  test.each([
    ['moved', async ({ cohort, lesson }: Scene) => void (await dueIn(cohort, lesson, 60))],
    [
      'paused',
      async ({ cohort, mia }: Scene) => void (await change(cohort, mia, `state = 'PAUSED'`)),
    ],
    ['left', async ({ cohort, mia }: Scene) => void (await change(cohort, mia, `state = 'LEFT'`))],
    [
      'put off for the person',
      async ({ cohort, mia }: Scene) => void (await change(cohort, mia, 'shift_days = 5')),
    ],
    [
      'extended',
      async ({ lesson, mia }: Scene) =>
        void (await db.owner(
          `insert into public.extensions (lesson_id, user_id, due_at, reason) values ($1, $2, now() + interval '9 days', 'Ill')`,
          [lesson, mia.id],
        )),
    ],
    [
      'shut until later',
      async ({ cohort, course }: Scene) =>
        void (await db.owner(
          'insert into public.releases (cohort_id, module_id, day) values ($1, $2, 9)',
          [cohort, course.moduleId],
        )),
    ],
  ])('is no longer announced once it is %s', async (_, happens) => {
    const made = await scene()
    await look(made.cohort)
    expect(await bell(made.mia)).toHaveLength(1)
    await happens(made)
    await new Jobs(db).runAll()
    expect(await bell(made.mia)).toEqual([])
    expect(await mails(made.mia)).toEqual([null])
  })

  test('is announced again after a change to another date, but not twice for the same date', async () => {
    const { mia, cohort, lesson } = await scene()
    await look(cohort)
    const [first] = await bell(mia)
    await dueIn(cohort, lesson, 18)
    await look(cohort)
    const [second] = await bell(mia)
    expect(second?.message).not.toBe(first?.message)
    expect(await bell(mia)).toHaveLength(1)
    await dueIn(cohort, lesson, 20)
    await look(cohort)
    expect(await bell(mia)).toEqual([])
    expect(await mails(mia)).toHaveLength(1)
  })

  test('is not mailed to people who do not want such mails, in quiet hours, or to an email that is not confirmed', async () => {
    const { mia, cohort } = await scene()
    const [ben, eve] = [await db.person(), await db.person()]
    await join(cohort, ben)
    await join(cohort, eve)
    await db.as(ben, 'insert into public.preferences (due_mails) values (false)')
    await db.owner('update auth.users set email_confirmed_at = null where id = $1', [eve.id])
    await look(cohort)
    expect(await bell(ben)).toHaveLength(1)
    expect(await bell(eve)).toHaveLength(1)
    expect([await mails(ben), await mails(eve)]).toEqual([[], []])
    await db.owner(
      `update public.preferences set quiet_from = (now() at time zone 'UTC' - interval '1 hour')::time, quiet_to = (now() at time zone 'UTC' + interval '1 hour')::time
       where user_id = $1`,
      [mia.id],
    )
    const [waits] = await mails(mia)
    expect(Object.keys(waits ?? {})).toEqual(['wait'])
    await db.as(mia, 'update public.preferences set due_mails = false')
    await atAnyHour(mia)
    expect(await mails(mia)).toEqual([null])
  })
})

type Scene = Awaited<ReturnType<typeof scene>>

test('the address in the mail ends all kinds of reminders by mail, and no other mail', async () => {
  const { mia, cohort } = await scene()
  await look(cohort)
  const [mail] = await mails(mia)
  const end = (really: boolean) =>
    db.owner('select public.unsubscribe($1, $2) as answer', [mail?.unsubscribe, really])
  expect(await end(false)).toEqual([{ answer: { mail: 'reminder_mails', wanted: true } }])
  expect(await end(true)).toEqual([{ answer: { mail: 'reminder_mails', wanted: false } }])
  expect(
    await db.owner(
      'select due_mails, opening_mails, start_mails, review_mails, cohort_mails from public.preferences where user_id = $1',
      [mia.id],
    ),
  ).toEqual([
    {
      due_mails: false,
      opening_mails: false,
      start_mails: false,
      review_mails: true,
      cohort_mails: true,
    },
  ])
  expect(await mails(mia)).toEqual([null])
})

describe('what opens and begins', () => {
  test('is announced once for a module, and once for a cohort together with the lessons that open when it begins', async () => {
    const course = await db.course()
    const [mia, ben] = [await db.person(), await db.person()]
    await atAnyHour(mia)
    const cohort = await makeCohort({ courses: [course], starts: 1 })
    await join(cohort, mia)
    await join(cohort, ben)
    await change(cohort, ben, 'open_all = true')
    await look(cohort)
    const [row] = await db.owner('select slug from public.cohorts where id = $1', [cohort])
    const begins = {
      title: 'Your cohort begins soon',
      message: expect.stringMatching(/^"Autumn" begins \w{3} \d+ \w{3}\.$/),
      action_url: `/app/cohorts/${row?.slug}`,
    }
    expect(await bell(mia)).toMatchObject([begins])
    expect(await bell(ben)).toMatchObject([begins])
    const [running, other] = [await makeCohort({ starts: -10 }), await db.course()]
    await db.owner(
      `with t as (select date_trunc('minute', now() at time zone 'UTC' + interval '20 hours') as at), c as (
         insert into public.cohort_courses (cohort_id, course_id) values ($1, $2) returning cohort_id)
       insert into public.releases (cohort_id, module_id, day, at_time)
       select k.id, $3, t.at::date - k.starts_on, t.at::time from public.cohorts k, t, c where k.id = c.cohort_id`,
      [running, other.id, other.moduleId],
    )
    await join(running, mia)
    await look(running)
    const opens = expect.stringMatching(
      /^3 lessons of ".+" in .+ open \w{3} \d+ \w{3}, \d\d:\d\d UTC\.$/,
    )
    expect((await bell(mia)).map(({ message }) => message)).toEqual([expect.anything(), opens])
    // Both reminders are in the one mail of the day.
    expect((await mails(mia)).map((mail) => mail?.things.map(({ kind }) => kind).sort())).toEqual([
      ['BEGINS', 'OPENS'],
    ])
  })

  test('is not announced in a draft or an archived cohort', async () => {
    const { mia, cohort } = await scene()
    await db.owner('update public.cohorts set draft = true where id = $1', [cohort])
    await look(cohort)
    expect(await bell(mia)).toEqual([])
  })
})

describe('quiet hours', () => {
  const quiet = async (moment: string, from = '22:00', to = '07:00') => {
    const [row] = await db.owner(
      `select to_char(begins at time zone 'Asia/Kolkata', 'DD HH24:MI') as begins, to_char(ends at time zone 'Asia/Kolkata', 'DD HH24:MI') as ends
       from private.quiet_hours(($1::timestamp) at time zone 'Asia/Kolkata', 'Asia/Kolkata', $2, $3)`,
      [moment, from, to],
    )
    return row
  }

  test('are in the time zone of the person, and can include midnight', async () => {
    const night = { begins: '04 22:00', ends: '05 07:00' }
    expect(await quiet('2026-03-04 22:00')).toEqual(night)
    expect(await quiet('2026-03-05 06:59')).toEqual(night)
    expect(await quiet('2026-03-04 21:59')).toEqual({ begins: null, ends: null })
    expect(await quiet('2026-03-05 07:00')).toEqual({ begins: null, ends: null })
    expect(await quiet('2026-03-05 13:30', '13:00', '14:00')).toEqual({
      begins: '05 13:00',
      ends: '05 14:00',
    })
    expect(await quiet('2026-03-05 13:00', '13:00', '13:00')).toEqual({ begins: null, ends: null })
  })

  test('are avoided by a reminder that comes before them', async () => {
    const { mia, cohort } = await scene(30)
    await db.owner(
      `update public.preferences set quiet_from = (now() at time zone 'UTC' + interval '3 hours')::time, quiet_to = (now() at time zone 'UTC' + interval '8 hours')::time
       where user_id = $1`,
      [mia.id],
    )
    const [row] = await db.owner(
      `select remind_at - now() between interval '1 hour 58 minutes' and interval '2 hours' as before from private.person_reminders($1)`,
      [mia.id],
    )
    expect([cohort, row]).toEqual([cohort, { before: true }])
  })
})

test('people can read only their own reminders, in the bell, and change only their own quiet hours', async () => {
  const { mia, cohort } = await scene()
  await look(cohort)
  const other = await db.person()
  expect((await db.as(mia, 'select * from private.reminders')).code).toBe('42501')
  const { rows } = await db.as(
    other,
    'select id from public.notifications where reminder_id is not null',
  )
  expect(rows).toEqual([])
  await db.as(
    other,
    `update public.preferences set quiet_from = '01:00' where user_id = '${mia.id}'`,
  )
  const [row] = await db.owner(
    'select quiet_from::text from public.preferences where user_id = $1',
    [mia.id],
  )
  expect(row).toEqual({ quiet_from: '00:00:00' })
})

test('the zone of the browser is stored for a person who has none, and for nobody else', async () => {
  const mia = await db.person()
  const note = (zone: string) => db.call(mia, 'note_time_zone', { zone })
  expect((await note('Mars/Olympus')).hint).toBe('time_zone')
  await db.as(mia, 'insert into public.preferences (due_mails) values (false)')
  expect(await db.answer(mia, 'note_time_zone', { zone: 'Asia/Tokyo' })).toBe('Asia/Tokyo')
  expect(await db.answer(mia, 'note_time_zone', { zone: 'Europe/Vienna' })).toBe('Asia/Tokyo')
  expect(
    await db.owner('select due_mails from public.preferences where user_id = $1', [mia.id]),
  ).toEqual([{ due_mails: false }])
  expect((await db.call('visitor', 'note_time_zone', { zone: 'UTC' })).code).toBe('42501')
})

test('storing the time zone of an account that is being deleted stores nothing, and raises no error', async () => {
  const mia = await db.person()
  let noted: ReturnType<typeof db.call> | undefined
  await db.transaction(async (client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await client.query('delete from auth.users where id = $1', [mia.id])
    noted = db.call(mia, 'note_time_zone', { zone: 'Asia/Tokyo' })
    // The request waits for the deletion.
    await expect
      .poll(() =>
        db.owner(
          'select from pg_locks w where not w.granted and $1::int = any (pg_blocking_pids(w.pid)) limit 1',
          [rows[0].pid],
        ),
      )
      .toHaveLength(1)
  })
  expect(await noted).toMatchObject({ rows: [{ answer: null }] })
})
