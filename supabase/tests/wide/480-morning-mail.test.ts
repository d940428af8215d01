import { describe, expect, test } from 'vitest'
import { writeMail } from '../../functions/_shared/mail-content'
import { defaultSchool } from '../../functions/_shared/school'
import { morning } from '../../functions/tick/mails/morning'
import { type Person, useDatabase } from '../database'
import { Jobs } from '../jobs'
import { cohorts } from '../scenes/cohorts'
import { inboxes } from '../scenes/inbox'
import { zones } from '../scenes/zones'

// Tests the morning mail of staff (rules/inbox#morning-mail).
const db = useDatabase()
const jobs = new Jobs(db)
const { cohort } = cohorts(db)
const { chooseZone, zoneWithHour } = zones(db)
const { inbox, rowOf, finish, snooze, handOver, longWaiting } = inboxes(db)

interface Mail {
  to: string
  counts: Record<string, number>
  rows: Record<string, unknown>[]
  path: string
  unsubscribe: string
}

const admin = (name = 'Ada') => db.person({ role: 'ADMIN', name })
const plan = (moment: string) => db.owner('select private.plan_morning_mails($1)', [moment])

/** The days for which a person's morning mails are planned, with the moments at which they are due. */
const planned = async (person: Person) =>
  (
    await db.owner(
      `select split_part(key, ':', 3) as day, to_char(due_at at time zone 'UTC', 'MM-DD HH24:MI') as due from private.due_work
       where kind = 'morning_mail' and user_id = $1 order by due_at, key`,
      [person.id],
    )
  ).map(({ day, due: at }) => `${day} at ${at}`)

/** The content that the mail of a day would have if it were claimed now. */
async function mailOf(person: Person, hour = 9): Promise<Mail | { wait: string } | null> {
  const { zone, day } = await zoneWithHour(hour)
  await chooseZone(person, zone)
  const [row] = await db.owner(
    `select private.due_morning_mail(w) as mail
     from (select (null::private.due_work).*) e, lateral (
       select w from (select gen_random_uuid() as id) i, jsonb_populate_record(null::private.due_work,
         jsonb_build_object('kind', 'morning_mail', 'key', 'morning_mail:' || $1::text || ':' || $2::text, 'user_id', $1::text)) w) w (w)`,
    [person.id, day],
  )
  return (row?.mail ?? null) as Mail | { wait: string } | null
}

const sent = async (person: Person) => {
  const mail = await mailOf(person)
  if (!mail || 'wait' in mail) throw new Error(`There is no mail, but ${JSON.stringify(mail)}.`)
  return mail
}

describe('the time of the mail', () => {
  test.each([
    ['Europe/Vienna', '2030-06-03 05:30+00', '2030-06-03 at 06-03 06:00'],
    ['Europe/Vienna', '2030-12-03 06:30+00', '2030-12-03 at 12-03 07:00'],
    ['Asia/Kolkata', '2030-06-03 02:00+00', '2030-06-03 at 06-03 02:30'],
    ['Asia/Kathmandu', '2030-06-03 02:00+00', '2030-06-03 at 06-03 02:15'],
    ['Pacific/Chatham', '2030-06-02 19:00+00', '2030-06-03 at 06-02 19:15'],
    ['Pacific/Kiritimati', '2030-06-02 17:30+00', '2030-06-03 at 06-02 18:00'],
    ['America/St_Johns', '2030-12-03 11:00+00', '2030-12-03 at 12-03 11:30'],
  ])('is 08:00 in %s at %s', async (zone, moment, expected) => {
    const person = await admin()
    await chooseZone(person, zone)
    await plan(moment)
    expect(await planned(person)).toEqual([expected])
  })

  test('is 08:00 UTC for people who chose no zone', async () => {
    const person = await admin()
    await plan('2030-06-03 07:00+00')
    expect(await planned(person)).toEqual(['2030-06-03 at 06-03 08:00'])
  })

  test('comes once a day on both sides of a clock change', async () => {
    const person = await admin()
    await chooseZone(person, 'Europe/Vienna')
    // Clocks change in the night before 31 March and before 27 October.
    for (const day of ['03-30', '03-31', '10-26', '10-27']) {
      for (let hour = 0; hour < 24; hour++) {
        await plan(`2030-${day} ${String(hour).padStart(2, '0')}:00+00`)
      }
    }
    expect(await planned(person)).toEqual([
      '2030-03-30 at 03-30 07:00',
      '2030-03-31 at 03-31 06:00',
      '2030-10-26 at 10-26 06:00',
      '2030-10-27 at 10-27 07:00',
    ])
  })

  test('is sent late until noon, and not after', async () => {
    const [late, tooLate] = [await admin(), await admin()]
    await chooseZone(late, 'Europe/Vienna')
    await chooseZone(tooLate, 'Europe/Athens')
    await plan('2030-06-03 09:30+00')
    expect(await planned(late)).toEqual(['2030-06-03 at 06-03 06:00'])
    expect(await planned(tooLate)).toEqual([])
  })
})

describe('a person who moves to another zone', () => {
  test('gets the mail of a day once, and the next one on the next day', async () => {
    const person = await admin()
    await chooseZone(person, 'Pacific/Auckland')
    await plan('2030-06-02 20:00+00')
    await chooseZone(person, 'Europe/Vienna')
    await plan('2030-06-03 06:00+00')
    await plan('2030-06-04 06:00+00')
    expect(await planned(person)).toEqual([
      '2030-06-03 at 06-02 20:00',
      '2030-06-04 at 06-04 06:00',
    ])
  })

  test('across the international date line gets no second mail within 12 hours', async () => {
    const person = await admin()
    await chooseZone(person, 'Pacific/Honolulu')
    await plan('2030-06-03 18:00+00')
    await chooseZone(person, 'Pacific/Auckland')
    await plan('2030-06-03 20:00+00')
    expect(await planned(person)).toEqual(['2030-06-03 at 06-03 18:00'])
    await plan('2030-06-04 20:00+00')
    expect(await planned(person)).toHaveLength(2)
  })

  test('after the mail was planned gets it at 08:00 of the new zone', async () => {
    const { id } = await longWaiting()
    const person = await admin()
    expect(await rowOf(person, id)).toBeDefined()
    const { zone, day } = await zoneWithHour(6)
    const [row] = await db.owner(`select private.local_moment($1, '08:00', $2) as at`, [day, zone])
    const mail = await mailOf(person, 6)
    expect(mail && 'wait' in mail && Date.parse(mail.wait)).toBe(
      new Date(String(row?.at)).getTime(),
    )
    expect(await mailOf(person, 13)).toBeNull()
  })
})

describe('the plan', () => {
  test('contains everybody with an inbox who wants the mail, and nobody else', async () => {
    const [ada, paul, creator, member, disabled, unwilling] = [
      await admin(),
      await db.person({ role: 'MODERATOR' }),
      await db.person({ role: 'CREATOR' }),
      await db.person(),
      await admin(),
      await admin(),
    ]
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    await db.as(unwilling, 'insert into public.preferences (morning_mails) values (false)')
    await plan('2030-06-03 08:00+00')
    await plan('2030-06-03 08:00+00')
    const people = [ada, paul, creator, member, disabled, unwilling]
    const plans = await Promise.all(people.map(planned))
    expect(plans.map(({ length }) => length)).toEqual([1, 1, 1, 0, 0, 0])
  })

  test('is made by one job an hour, after which the worker adds the next one', async () => {
    // If the first job of the database failed because of another test, it waits for its next attempt.
    await jobs.giveUp('morning')
    await jobs.enqueue('morning')
    await jobs.runAll()
    expect(await jobs.next('morning')).toEqual([
      { key: expect.stringMatching(/^morning:[\d-]{10} \d\d$/), in_an_hour: true },
    ])
  })

  test('is the same if three workers make it at the same time', async () => {
    const person = await admin()
    await Promise.all(Array.from({ length: 3 }, () => plan('2030-06-03 08:00+00')))
    expect(await planned(person)).toHaveLength(1)
  })
})

describe('the mail', () => {
  test('names the work, the person, the course, and how long it is overdue', async () => {
    const { id, course } = await longWaiting()
    // The mail has ten rows, and other tests leave work that has waited for a year.
    await db.owner(
      `update public.submissions set awaiting_since = now() - interval '30 years' where id = $1`,
      [id],
    )
    const mail = await sent(await admin())
    expect(mail).toMatchObject({
      path: '/admin',
      unsubscribe: expect.stringMatching(/^[\da-f]{64}$/),
    })
    const row = mail.rows.find(({ path }) => path === `/admin/reviews/${id}`)
    expect(row).toEqual({
      kind: 'WORK',
      title: 'Building a page',
      person: 'Mia Wu',
      place: expect.any(String),
      people: 1,
      reasons: [],
      holder: null,
      overdue_hours: expect.any(Number),
      until: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      zone: expect.any(String),
      path: `/admin/reviews/${id}`,
    })
    const [made] = await db.owner('select title from public.courses where id = $1', [course.id])
    expect(row?.place).toBe(made?.title)
    expect(Number(row?.overdue_hours)).toBeGreaterThan(24 * 300)
  })

  test('has at most ten rows, in the order of the inbox, and counts all', async () => {
    for (let made = 0; made < 11; made++) await longWaiting()
    const person = await admin()
    const mail = await sent(person)
    const { rows, counts } = await inbox(person)
    expect(mail.rows).toHaveLength(10)
    expect(mail.rows.map(({ kind }) => kind)).toEqual(rows.slice(0, 10).map(({ kind }) => kind))
    expect(mail.counts).toEqual(counts)
  })

  test('counts people who fell behind once, in one line for each cohort, with the reasons', async () => {
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const [coach, mia, ben] = [
        await db.person({ role: 'MODERATOR' }),
        await db.person({ name: 'Mia Wu' }),
        await db.person({ name: 'Ben' }),
      ]
      const [spring, autumn] = [await cohort({ staff: [coach] }), await cohort({ staff: [coach] })]
      const falls = async (id: string, person: Person, reason: string) => {
        await db.owner(
          'insert into public.cohort_members (cohort_id, user_id) values ($1, $2) on conflict do nothing',
          [id, person.id],
        )
        await db.owner(
          `insert into private.behind_people (cohort_id, user_id, reason, since) values ($1, $2, $3, current_date - 4)`,
          [id, person.id, reason],
        )
      }
      await falls(spring, mia, 'SILENT')
      await falls(spring, mia, 'MISSED_DUES')
      await falls(spring, ben, 'SILENT')
      await falls(autumn, mia, 'NOT_STARTED')
      const mail = await sent(coach)
      expect(mail.counts).toMatchObject({ BEHIND: 2 })
      expect(mail.rows).toHaveLength(2)
      expect(mail.rows).toContainEqual(
        expect.objectContaining({
          people: 2,
          person: null,
          path: `/moderator/cohorts/${spring}`,
          reasons: expect.arrayContaining(['SILENT', 'SILENT', 'MISSED_DUES']),
        }),
      )
      expect(mail.rows).toContainEqual(
        expect.objectContaining({ people: 1, person: 'Mia Wu', reasons: ['NOT_STARTED'] }),
      )
      const content = morning(mail, 'https://x', 'https://y')
      const { text } = await writeMail(content, defaultSchool('https://x'), 'k')
      expect(text).toContain('2 people who fell behind.')
      expect(text).toContain(
        '- Fallen behind: 2 people. Autumn. 2 silent for longer than usual, 1 missed two due dates or more. Due ',
      )
      expect(text).toContain(
        '- Fallen behind: Mia Wu. Autumn. Completed nothing in the first three days. Due ',
      )
    })
  })

  test('does not reveal whose blind work waits', async () => {
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const { id, coach, mia } = await longWaiting({ blind: true })
      const mail = await sent(coach)
      expect(mail.rows).toMatchObject([
        { kind: 'WORK', person: null, path: `/moderator/reviews/${id}` },
      ])
      expect(JSON.stringify(mail)).not.toMatch(new RegExp(`Mia|${mia.id}|${mia.email}`))
    })
  })

  test('contains neither emails nor texts that people wrote', async () => {
    const person = await admin()
    await db.owner(
      `insert into public.invites (email, invited_by_id, expires_at) values ('secret@rookies.test', $1, now() + interval '1 hour')`,
      [person.id],
    )
    const [asker, course] = [await db.person({ name: '' }), await db.course()]
    await db.entitle(asker, course.id)
    await db.owner(
      `insert into public.questions (lesson_id, author_id, title, body, audience, waiting_since)
       values ($1, $2, 'The secret title', 'The secret body', 'EVERYONE', now() - interval '2 years')`,
      [course.text, asker.id],
    )
    const { rows, ...mail } = await sent(person)
    expect(rows.map(({ kind }) => kind)).toContain('QUESTION')
    expect(mail.counts).toMatchObject({ INVITE: expect.any(Number) })
    expect(JSON.stringify(rows)).not.toMatch(/secret|@/)
    // With nothing else in the inbox, the invite is among the ten rows.
    await db.owner(`update public.profiles set role = 'CREATOR' where id = $1`, [person.id])
    await db.withSettings({ creators_admin_panel: true }, async () => {
      const own = await sent(person)
      expect(own.rows).toMatchObject([
        { kind: 'INVITE', title: null, person: null, overdue_hours: null },
      ])
      expect(JSON.stringify(own.rows)).not.toMatch(/secret|@/)
    })
  })

  test('contains rows that were handed over to the person, and no rows that are done or snoozed', async () => {
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const { id, coach, cohort } = await longWaiting()
      const other = await db.person({ role: 'MODERATOR', name: 'Olga' })
      await db.owner(
        `insert into public.cohort_staff (cohort_id, user_id, duty) values ($1, $2, 'COACH')`,
        [cohort, other.id],
      )
      const row = await rowOf(coach, id)
      if (!row) throw new Error('The work is not in the inbox.')
      await handOver(coach, row, other, { note: 'The secret note' })
      expect(await mailOf(coach)).toBeNull()
      const mail = await sent(other)
      expect(mail.rows).toMatchObject([{ kind: 'WORK', holder: null }])
      expect(JSON.stringify(mail)).not.toContain('secret')
      const held = await rowOf(other, id)
      if (!held) throw new Error('The work is not in the inbox.')
      await snooze(other, held, new Date(Date.now() + 3_600_000))
      expect(await mailOf(other)).toBeNull()
      await db.answer(other, 'restore_inbox_row', { kind: held.kind, subject_id: id })
      await finish(other, held)
      expect(await mailOf(other)).toBeNull()
    })
  })

  test('says which colleague has a row', async () => {
    const { id } = await longWaiting()
    await db.owner(
      `update public.submissions set awaiting_since = now() - interval '3 years' where id = $1`,
      [id],
    )
    const [giver, taker, third] = [await admin(), await admin('Olga'), await admin()]
    const row = await rowOf(giver, id)
    if (!row) throw new Error('The work is not in the inbox.')
    await handOver(giver, row, taker)
    const heldBy = async (person: Person) =>
      (await sent(person)).rows.find(({ path }) => path === `/admin/reviews/${id}`)?.holder
    expect(await heldBy(third)).toBe('Olga')
    expect(await heldBy(taker)).toBeNull()
  })

  test('is not sent to people without an inbox, who do not want it, are disabled, or have not confirmed an email', async () => {
    await longWaiting()
    const [member, unwilling, disabled, unproven, fallen] = [
      await db.person(),
      await admin(),
      await admin(),
      await admin(),
      await admin(),
    ]
    await db.as(unwilling, 'insert into public.preferences (morning_mails) values (false)')
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    await db.owner('update auth.users set email_confirmed_at = null where id = $1', [unproven.id])
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [fallen.id])
    for (const person of [member, unwilling, disabled, unproven, fallen]) {
      expect(await mailOf(person)).toBeNull()
    }
    const creator = await db.person({ role: 'CREATOR' })
    await longWaiting({ by: creator })
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect((await sent(creator)).rows).toHaveLength(1)
    })
    await db.withSettings({ creators_admin_panel: false }, async () => {
      expect(await mailOf(creator)).toBeNull()
    })
    await db.withSettings({ creators_admin_panel: true, maintenance_mode: true }, async () => {
      expect(await mailOf(creator)).toBeNull()
    })
  })

  test('can be ended by its own secret, and by no other', async () => {
    await longWaiting()
    const person = await admin()
    const { unsubscribe } = await sent(person)
    const end = async (really: boolean) =>
      (await db.owner('select public.unsubscribe($1, $2) as answer', [unsubscribe, really]))[0]
        ?.answer
    expect(await end(false)).toEqual({ mail: 'morning_mails', wanted: true })
    expect(await end(true)).toEqual({ mail: 'morning_mails', wanted: false })
    expect(await mailOf(person)).toBeNull()
    expect(await db.answer(person, 'my_data', {})).toMatchObject({
      preferences: [{ cohort_mails: true, review_mails: true, morning_mails: false }],
    })
  })
})
