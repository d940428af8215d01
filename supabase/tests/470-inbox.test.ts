import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { assignments } from './scenes/assignments'
import { cohorts } from './scenes/cohorts'
import { communities } from './scenes/communities'
import { type InboxRow, inboxes } from './scenes/inbox'

// Which rows are in the inbox of which staff (rules/inbox#rows, #scope, #order).
const db = useDatabase()
const { inbox, rowOf, finish, handOver, longWaiting, silentPerson } = inboxes(db)
const { join } = cohorts(db)
const { handIn, review, claim } = assignments(db)
const { community, admit, post } = communities(db)

const admin = () => db.person({ role: 'ADMIN', name: 'Ada' })
const narrowed = { moderators_see_everybody: false, creators_admin_panel: true }

describe('a member', () => {
  test('has no inbox, nor has a creator who may not enter, a disabled person, or a session without a second factor', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.withSettings({ creators_admin_panel: false }, async () => {
      expect((await db.call(creator, 'staff_inbox', {})).code).toBe('42501')
    })
    const disabled = await admin()
    await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
    const staff = await admin()
    for (const who of [await db.person(), disabled, 'visitor'] as const) {
      expect((await db.call(who, 'staff_inbox', {})).code).toBe('42501')
    }
    await db.withSettings({ enable_two_factor: true }, async () => {
      expect((await db.call(staff, 'staff_inbox', {})).code).toBe('42501')
      expect((await db.call(await db.signedIn(staff, 'aal2'), 'staff_inbox', {})).code).toBe(
        undefined,
      )
    })
  })

  test('who becomes staff has an inbox from their next request on, and loses it with the role', async () => {
    const person = await db.person()
    await db.owner(`update public.profiles set role = 'MODERATOR' where id = $1`, [person.id])
    expect((await db.call(person, 'staff_inbox', {})).code).toBeUndefined()
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [person.id])
    expect((await db.call(person, 'staff_inbox', {})).code).toBe('42501')
  })
})

describe('waiting work', () => {
  test('is in the inbox of those who may review it, and of nobody else', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.withSettings(narrowed, async () => {
      const { coach, id, course, cohort, mia } = await longWaiting({ by: creator })
      for (const who of [await admin(), creator, coach]) {
        expect(await rowOf(who, id)).toMatchObject({
          kind: 'WORK',
          act: 'REVIEW',
          title: 'Building a page',
          person: { id: mia.id, name: 'Mia Wu' },
          course: { id: course.id },
          cohort: { id: cohort, title: 'Autumn' },
          facts: { round: 1, late: false },
          holder: null,
        })
      }
      const [stranger, other] = [
        await db.person({ role: 'MODERATOR' }),
        await db.person({ role: 'CREATOR' }),
      ]
      for (const who of [stranger, other]) {
        expect((await inbox(who)).rows).toEqual([])
        expect(new Set(Object.values((await inbox(who)).counts))).toEqual(new Set([0]))
      }
    })
  })

  test('is in every moderator’s inbox while moderators see everybody', async () => {
    const { id } = await longWaiting()
    expect(await rowOf(await db.person({ role: 'MODERATOR' }), id)).toMatchObject({ kind: 'WORK' })
  })

  test('of a blind assignment does not show whose it is', async () => {
    const { id, mia, coach } = await longWaiting({ blind: true })
    const row = await rowOf(coach, id)
    expect(row).toMatchObject({ kind: 'WORK', person: null })
    expect(JSON.stringify(row)).not.toMatch(new RegExp(`Mia|${mia.id}|${mia.email}`))
  })

  test('that is blind cannot be handed over to a person who handed in the same assignment', async () => {
    const { id, lesson } = await longWaiting({ blind: true })
    const [ada, bert, cleo] = [await admin(), await admin(), await admin()]
    const course = await db.owner(
      'select m.course_id from public.lessons l join public.modules m on m.id = l.module_id where l.id = $1',
      [lesson],
    )
    await db.entitle(cleo, String(course[0]?.course_id))
    const own = (await handIn(cleo, lesson)) as { id: string }
    const [theirs] = await db.owner(
      `update public.submissions set awaiting_since = now() - interval '1 year'
       where id = (select submission_id from public.submission_rounds where id = $1) returning id`,
      [own.id],
    )
    for (const work of [id, String(theirs?.id)]) {
      const colleagues = async (name: string, args: Record<string, unknown>) =>
        ((await db.answer(ada, name, args)) as { id: string }[]).map((one) => one.id)
      for (const listed of [
        await colleagues('inbox_colleagues', { kind: 'WORK', subject_id: work }),
        await colleagues('reviewers', { submission_id: work }),
      ]) {
        expect(listed).toContain(bert.id)
        expect(listed).not.toContain(cleo.id)
      }
      const row = (await rowOf(ada, work)) as InboxRow
      expect(await handOver(ada, row, cleo)).toMatchObject({ code: 'PT422' })
      const offered = { submission_id: work, to_id: cleo.id }
      expect(await db.call(ada, 'hand_over', offered)).toMatchObject({ code: 'PT422' })
    }
  })

  test('should be reviewed within two days after it began to wait', async () => {
    const { id, coach } = await longWaiting()
    const row = await rowOf(coach, id)
    expect(Date.parse(row?.promise_at ?? '') - Date.parse(row?.since ?? '')).toBe(48 * 3_600_000)
  })

  test('leaves the inbox when it is reviewed, and the inbox of others while somebody has claimed it', async () => {
    const { id, coach, round } = await longWaiting()
    const other = await admin()
    await claim(coach, id)
    expect(await rowOf(other, id)).toBeUndefined()
    expect(await rowOf(coach, id)).toBeDefined()
    await review(coach, round.id)
    expect(await rowOf(coach, id)).toBeUndefined()
  })

  test('is never the reader’s own', async () => {
    const { lesson, course } = await longWaiting()
    const own = await admin()
    await db.entitle(own, course.id)
    await handIn(own, lesson)
    const { rows } = await inbox(own)
    expect(rows.filter(({ person }) => person?.id === own.id)).toEqual([])
  })

  test('that needs a second opinion is an APPEAL, and is not in the inbox of the first reviewer', async () => {
    const { id, coach, mia, lesson, round } = await longWaiting()
    await review(coach, round.id, { verdict: 'AGAIN' })
    await handIn(mia, lesson, { second_opinion: true, note: 'I see it otherwise.' })
    await db.owner(
      `update public.submissions set awaiting_since = now() - interval '1 year' where id = $1`,
      [id],
    )
    const other = await admin()
    expect(await rowOf(other, id)).toMatchObject({ kind: 'APPEAL', act: 'REVIEW', version: '2' })
    expect(await rowOf(coach, id)).toBeUndefined()
  })
})

describe('a request for more time', () => {
  async function asked(options: Parameters<typeof longWaiting>[0] = {}) {
    const work = await longWaiting({ dueDay: 9, ...options })
    const ask = (more: object) =>
      db.answer(work.mia, 'ask_extension', { lesson_id: work.lesson, ...more })
    await ask({ days: 3, note: 'I was ill.' })
    const [row] = await db.owner(
      `update private.extension_requests set asked_at = now() - interval '1 year' where lesson_id = $1 returning id`,
      [work.lesson],
    )
    return { ...work, ask, request: String(row?.id) }
  }

  test('is in the inbox of people who may give more time, until it is answered', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.withSettings(narrowed, async () => {
      const { coach, request, mia, lesson, course, cohort } = await asked({ by: creator })
      for (const who of [await admin(), creator, coach]) {
        expect(await rowOf(who, request)).toMatchObject({
          ...{ kind: 'EXTENSION', act: 'GIVE', title: 'Building a page' },
          ...{ person: { id: mia.id }, course: { id: course.id }, cohort: { id: cohort } },
          facts: { lesson_id: lesson, days: 3, note: 'I was ill.', due: { zone: 'UTC' } },
        })
      }
      for (const role of ['MODERATOR', 'CREATOR'] as const) {
        expect(await rowOf(await db.person({ role }), request)).toBeUndefined()
      }
      const given = { lesson_id: lesson, user_id: mia.id, days: 3, answering: true }
      expect((await db.call(creator, 'give_extension', given)).code).toBeUndefined()
      expect(await rowOf(coach, request)).toBeUndefined()
    })
  })

  test('that is done is shown again when the person changes it, and is gone when the work passes', async () => {
    const { coach, request, ask, round } = await asked()
    await finish(coach, (await rowOf(coach, request)) as InboxRow)
    expect(await rowOf(coach, request)).toBeUndefined()
    await ask({ days: 5, note: 'I was ill.' })
    const row = (await rowOf(coach, request)) as InboxRow
    expect(row).toMatchObject({ facts: { days: 5 } })
    const other = await admin()
    expect((await handOver(coach, row, other)).code).toBeUndefined()
    expect(await rowOf(other, request)).toMatchObject({ holder: { mine: true } })
    await review(coach, round.id)
    expect(await rowOf(other, request)).toBeUndefined()
  })

  test('of a colleague is not in their own inbox, and cannot be handed over to them', async () => {
    const { lesson, course, cohort } = await longWaiting({ dueDay: 9 })
    const [own, other] = [await admin(), await admin()]
    await db.entitle(own, course.id)
    await join(cohort, own)
    await db.answer(own, 'ask_extension', { lesson_id: lesson, days: 2 })
    const [made] = await db.owner(
      `update private.extension_requests set asked_at = now() - interval '1 year' where user_id = $1 returning id`,
      [own.id],
    )
    expect(await rowOf(own, String(made?.id))).toBeUndefined()
    const row = (await rowOf(other, String(made?.id))) as InboxRow
    expect((await handOver(other, row, own)).code).toBe('PT422')
  })
})

describe('a person who has fallen behind', () => {
  test('is in the inbox of the cohort’s staff and of administrators, with the evidence', async () => {
    await db.withSettings(narrowed, async () => {
      const { coach, mia, behind, cohort } = await silentPerson()
      for (const who of [await admin(), coach]) {
        expect(await rowOf(who, behind)).toMatchObject({
          kind: 'BEHIND',
          act: 'CLEAR',
          title: 'Mia Wu',
          person: { id: mia.id },
          cohort: { id: cohort },
          facts: { reason: 'NOT_STARTED', days: 30, usual: null },
        })
      }
      for (const role of ['MODERATOR', 'CREATOR'] as const) {
        expect(await rowOf(await db.person({ role }), behind)).toBeUndefined()
      }
    })
  })
})

describe('a purchase', () => {
  const bought = async (set: string) => {
    const [row] = await db.owner(
      `insert into public.purchases (amount_cents, provider, provider_ref, status, created_at, needs_member)
       values (4900, 'stripe', $1, ${set}) returning id`,
      [`pi_${randomUUID()}`],
    )
    return String(row?.id)
  }

  test('that is pending or has no member is in the inbox of administrators only', async () => {
    const [pending, orphan, done] = [
      await bought(`'PENDING', now() - interval '1 year', false`),
      await bought(`'COMPLETED', now() - interval '1 year', true`),
      await bought(`'COMPLETED', now() - interval '1 year', false`),
    ]
    const who = await admin()
    expect(await rowOf(who, pending)).toMatchObject({ kind: 'PURCHASE', act: 'OPEN' })
    expect(await rowOf(who, orphan)).toMatchObject({ kind: 'PURCHASE', act: 'ASSIGN' })
    expect(await rowOf(who, done)).toBeUndefined()
    await db.withSettings({ creators_admin_panel: true }, async () => {
      for (const role of ['MODERATOR', 'CREATOR'] as const) {
        const { counts } = await inbox(await db.person({ role }))
        expect(counts).toMatchObject({ PURCHASE: 0, EVENT: 0, MAIL: 0 })
      }
    })
  })

  test('with an event that somebody has to look at is in the inbox of administrators, until the event is dismissed', async () => {
    const [row] = await db.owner(
      `insert into private.purchase_notices (provider, event_id, type, reasons, told_at)
       values ('stripe', $1, 'charge.refunded', '{BAD_AMOUNT}', now() - interval '1 year') returning id`,
      [`evt_${randomUUID()}`],
    )
    const [who, id] = [await admin(), String(row?.id)]
    expect(await rowOf(who, id)).toMatchObject({ kind: 'EVENT', act: 'DISMISS' })
    await db.answer(who, 'dismiss_purchase_notice', { notice_id: id })
    expect(await rowOf(who, id)).toBeUndefined()
  })
})

test('a job that was given up is in the inbox of administrators, until it is tried again', async () => {
  const [row] = await db.owner(
    `insert into private.due_work (kind, key, due_at, done_at, outcome, error, mail)
     values ('invite_mail', $1, now(), now() - interval '20 days', 'FAILED', 'No mailbox', true) returning id`,
    [`invite_mail:${randomUUID()}`],
  )
  const [who, id] = [await admin(), String(row?.id)]
  expect(await rowOf(who, id)).toMatchObject({
    kind: 'MAIL',
    act: 'RETRY',
    title: 'Email an invite',
    facts: { error: 'No mailbox' },
  })
  await db.answer(who, 'retry_due_work', { work_id: id })
  expect(await rowOf(who, id)).toBeUndefined()
  await db.owner('delete from private.due_work where id = $1', [id])
})

test('an invite that ends within a day is in the inbox of its sender and of administrators', async () => {
  const moderator = await db.person({ role: 'MODERATOR' })
  const invited = async (by: Person, ends: string) => {
    const [row] = await db.owner(
      `insert into public.invites (email, invited_by_id, expires_at) values ($1, $2, now() + $3::interval) returning id`,
      [`${randomUUID()}@example.test`, by.id, ends],
    )
    return String(row?.id)
  }
  const [soon, later] = [await invited(moderator, '1 minute'), await invited(moderator, '30 hours')]
  for (const who of [moderator, await admin()]) {
    expect(await rowOf(who, soon)).toMatchObject({ kind: 'INVITE', act: 'RESEND' })
    expect(await rowOf(who, later)).toBeUndefined()
  }
  expect(await rowOf(await db.person({ role: 'MODERATOR' }), soon)).toBeUndefined()
  await db.answer(moderator, 'cancel_invite', { invite_id: soon })
  expect(await rowOf(moderator, soon)).toBeUndefined()
})

test('a reported post is one row, without its text and who reported it, until its reports are resolved', async () => {
  const place = await community()
  const author = await admit(await db.person(), place)
  const id = await post(author, place)
  for (const reporter of [await db.person({ name: 'Rita' }), await db.person()]) {
    await db.owner(
      `insert into public.community_post_reports (post_id, reporter_id, reason, created_at) values ($1, $2, 'Rude', now() - interval '1 year')`,
      [id, reporter.id],
    )
  }
  const who = await admin()
  const row = await rowOf(who, id)
  expect(row).toMatchObject({ kind: 'REPORT', act: 'MODERATE', facts: { reports: 2 } })
  expect(JSON.stringify(row)).not.toMatch(/Rude|Rita/)
  const moderator = await db.person({ role: 'MODERATOR' })
  expect(await rowOf(moderator, id)).toBeUndefined()
  await admit(moderator, place, 'MODERATOR')
  expect(await rowOf(moderator, id)).toBeDefined()
  const pathFor = async (person: Person) => {
    const inbox = JSON.stringify({ rows: [await rowOf(person, id)] })
    const text = `select private.morning_rows($1, $2, 'UTC') -> 0 ->> 'path' as path`
    return (await db.owner(text, [person.id, inbox]))[0]?.path
  }
  expect(await pathFor(who)).toBe(`/admin/communities/${place.id}?view=reports`)
  expect(await pathFor(moderator)).toMatch(/^\/app\/communities\/[^/]+$/)
  await db.answer(who, 'resolve_reports', { post_id: id })
  expect(await rowOf(who, id)).toBeUndefined()
})

test('a reported post that its author deletes leaves the inbox', async () => {
  const place = await community()
  const author = await admit(await db.person(), place)
  const [id, who] = [await post(author, place), await admin()]
  await db.owner(
    `insert into public.community_post_reports (post_id, reporter_id, created_at) values ($1, $2, now() - interval '1 year')`,
    [id, (await db.person()).id],
  )
  const row = (await rowOf(who, id)) as InboxRow
  await db.answer(author, 'delete_post', { post_id: id })
  expect(await rowOf(who, id)).toBeUndefined()
  expect((await handOver(who, row, await admin())).code).toBe('PT404')
})

test('rows of all kinds are in the order of the times until which they should be done, at most fifty of a kind, with their number', async () => {
  await db.withSettings(narrowed, async () => {
    const { coach, lesson, cohort } = await longWaiting()
    await db.owner(
      `with people as (
         insert into auth.users (id, email) select gen_random_uuid(), gen_random_uuid() || '@example.test' from generate_series(1, 60) returning id)
       insert into public.submissions (lesson_id, user_id, cohort_id, awaiting_since)
       select $1, id, $2, now() - random() * interval '90 days' from people`,
      [lesson, cohort],
    )
    await db.owner(
      `insert into public.invites (email, invited_by_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
      [`${randomUUID()}@example.test`, coach.id],
    )
    const { rows, counts } = await inbox(coach)
    // Other tests read the first hundred pieces of work that wait, so the work of this test is deleted.
    await db.owner('delete from public.submissions where lesson_id = $1', [lesson])
    expect(counts).toMatchObject({ WORK: 61, INVITE: 1, BEHIND: 0 })
    expect(rows).toHaveLength(51)
    const promises = rows.map(({ promise_at }) => Date.parse(promise_at))
    expect(promises).toEqual(promises.toSorted((a, b) => a - b))
    // The invite is due later than all work that is overdue.
    const place = rows.findIndex(({ kind }) => kind === 'INVITE')
    expect(rows.slice(place).every((row) => Date.parse(row.promise_at) > Date.now())).toBe(true)
  })
})
