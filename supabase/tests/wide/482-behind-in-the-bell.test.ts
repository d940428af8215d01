import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { Jobs } from '../jobs'
import { assignments } from '../scenes/assignments'
import { inboxes } from '../scenes/inbox'

// The bell notifies a person who has fallen behind, in a friendly text, at most once within three days, and only as
// long as the reason is true (rules/inbox#behind-in-the-bell).
const db = useDatabase()
const { task, group, handIn, review } = assignments(db)
const { silentPerson, look, toldEarlier } = inboxes(db)

interface Row {
  title: string
  message: string
  action_url: string | null
  action_label: string | null
  is_read: boolean
  is_global: boolean
}

/** The bell of a person, without global notifications of other tests. */
async function bell(who: Person) {
  const feed = (await db.answer(who, 'notification_feed', { size: 100 })) as {
    unread: number
    notifications: Row[]
  }
  return { ...feed, notifications: feed.notifications.filter((row) => !row.is_global) }
}
const told = async (who: Person) => (await bell(who)).notifications

/** A person in a cohort that began 20 days ago, with an assignment and a completed lesson. */
async function scene() {
  const work = await task({ dueDay: 5 })
  const [second] = await db.owner(
    `insert into public.lessons (module_id, title, index, content_type, content)
     values ($1, 'Trees', 4, 'ASSIGNMENT', 'Grow a tree.') returning id`,
    [work.course.moduleId],
  )
  const [mia, coach] = [
    await db.person({ name: 'Mia Wu' }),
    await db.person({ role: 'MODERATOR', name: 'Cora' }),
  ]
  const cohort = await group(work, [mia], { staff: [coach], starts: -20 })
  await db.owner(
    `update public.cohort_members set joined_at = now() - interval '20 days' where cohort_id = $1`,
    [cohort],
  )
  await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    mia.id,
    work.course.text,
  ])
  const due = () =>
    db.owner('update public.assignments set due_day = 10 where lesson_id = $1', [second?.id])
  return { ...work, second: String(second?.id), mia, coach, cohort, due }
}

/** Asks a question that has waited for two days; returns its id. */
async function oldQuestion(who: Person, lesson: string, title: string): Promise<string> {
  const { id } = (await db.answer(who, 'ask_question', { lesson_id: lesson, title })) as {
    id: string
  }
  await db.owner(
    `update public.questions set waiting_since = now() - interval '2 days' where id = $1`,
    [id],
  )
  return id
}

describe('a person who has fallen behind', () => {
  test('is notified once, with the lesson to go on with, and not again on the next days', async () => {
    const { mia, course, cohort } = await silentPerson()
    const [day] = await db.owner(
      `select to_char(since, 'FMDD Mon') as since from private.behind_people where cohort_id = $1`,
      [cohort],
    )
    expect(await bell(mia)).toMatchObject({
      unread: 1,
      notifications: [
        {
          title: 'A first lesson waits for you',
          message: `"Autumn" began on ${day?.since}. A first lesson is a good way in.`,
          action_url: `/app/courses/${course.slug}/lesson/${course.text}`,
          action_label: 'Open the lesson',
        },
      ],
    })
    await db.answer(mia, 'mark_all_notifications_read', {})
    await db.owner('delete from private.behind_looks where cohort_id = $1', [cohort])
    const jobs = new Jobs(db)
    await jobs.enqueue('behind')
    await jobs.runAll()
    expect(await bell(mia)).toMatchObject({ unread: 0, notifications: [{ is_read: true }] })
  })

  test('no longer has the notification after they complete a lesson, and the audit log has no record of the deletion', async () => {
    const { mia, course } = await silentPerson()
    await db.as(mia, 'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
      mia.id,
      course.text,
    ])
    expect(await bell(mia)).toMatchObject({ unread: 0, notifications: [] })
    const records = await db.owner('select action from public.audit_logs where user_id = $1', [
      mia.id,
    ])
    expect(records.map(({ action }) => action)).not.toContain('notification.delete')
  })

  test('no longer has the notification after staff clear the reason, and gets a new one after falling behind again three days later', async () => {
    const { mia, coach, cohort } = await silentPerson()
    await db.answer(coach, 'clear_behind', {
      ...{ cohort_id: cohort, user_id: mia.id, reason: 'NOT_STARTED', note: 'Starts on Monday.' },
    })
    expect(await told(mia)).toEqual([])
    await db.owner('delete from private.cohort_clearings where cohort_id = $1', [cohort])
    await toldEarlier(mia, 2)
    await look(cohort)
    expect(await told(mia)).toEqual([])
    await toldEarlier(mia, 1)
    await look(cohort)
    expect(await told(mia)).toHaveLength(1)
  })

  test('sees no such notification if they mute the type INFO, and gets no mail', async () => {
    const { mia, cohort } = await silentPerson()
    await db.as(mia, `insert into public.notification_mutes (user_id, type) values ($1, 'info')`, [
      mia.id,
    ])
    expect(await bell(mia)).toMatchObject({ unread: 0, notifications: [] })
    await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
    await look(cohort)
    expect(
      await db.owner(`select kind from private.due_work where user_id = $1 and kind like '%mail'`, [
        mia.id,
      ]),
    ).toEqual([])
  })

  test('for two reasons is notified of one of them', async () => {
    const { mia, course, cohort, lesson, due } = await scene()
    await due()
    await oldQuestion(mia, course.text, 'Why?')
    await look(cohort)
    expect(await told(mia)).toMatchObject([
      {
        title: 'A way to go on',
        message:
          '"Building a page" and "Trees" were due. Begin with one of them, or ask for more time there.',
        action_url: `/app/courses/${course.slug}/lesson/${lesson}`,
      },
    ])
  })

  test('is not notified of another reason while the first one lasts', async () => {
    const { mia, course, cohort, due } = await scene()
    await due()
    await look(cohort)
    await db.owner('delete from public.notifications where recipient_id = $1', [mia.id])
    await oldQuestion(mia, course.text, 'Why?')
    await look(cohort)
    expect(
      await db.owner('select from private.behind_people where cohort_id = $1', [cohort]),
    ).toHaveLength(2)
    expect(await told(mia)).toEqual([])
  })

  test('is notified of a remaining reason three days later, when the announced one has ended', async () => {
    const { mia, course, cohort, lesson, due } = await scene()
    await due()
    await oldQuestion(mia, course.text, 'Why?')
    await look(cohort)
    expect(await told(mia)).toMatchObject([{ title: 'A way to go on' }])
    await db.answer(mia, 'mark_all_notifications_read', {})
    await handIn(mia, lesson)
    await toldEarlier(mia, 2)
    await look(cohort)
    expect(await told(mia)).toEqual([])
    await toldEarlier(mia, 1)
    await look(cohort)
    expect(await bell(mia)).toMatchObject({
      unread: 1,
      notifications: [{ title: 'Your question is not forgotten' }],
    })
  })

  test('sees a corrected notification at once after their own acts, and after the next check when others act', async () => {
    const { mia, course, cohort, lesson, second, due } = await scene()
    await due()
    const [third] = await db.owner(
      `insert into public.lessons (module_id, title, index, content_type, content)
       values ($1, 'Rivers', 5, 'ASSIGNMENT', 'Dig.') returning id`,
      [course.moduleId],
    )
    await db.owner('update public.assignments set due_day = 12 where lesson_id = $1', [third?.id])
    await look(cohort)
    expect((await told(mia))[0]?.message).toMatch(/^"Building a page", "Trees", and "Rivers" were/)
    await db.answer(mia, 'mark_all_notifications_read', {})
    await handIn(mia, lesson)
    expect(await bell(mia)).toMatchObject({
      unread: 0,
      notifications: [
        {
          message:
            '"Trees" and "Rivers" were due. Begin with one of them, or ask for more time there.',
          action_url: `/app/courses/${course.slug}/lesson/${second}`,
          is_read: true,
        },
      ],
    })
    await db.owner(`update public.lessons set title = 'Woods' where id = $1`, [second])
    await look(cohort)
    expect(await bell(mia)).toMatchObject({
      unread: 0,
      notifications: [{ message: expect.stringMatching(/^"Woods" and "Rivers" were due/) }],
    })
    const records = await db.owner(
      `select action from public.audit_logs where action like 'notification.%' and (user_id = $1 or after ->> 'recipient_id' = $1::text)`,
      [mia.id],
    )
    expect(records).toEqual([])
  })

  test('no longer has the notification when no lesson is open to them any more', async () => {
    const { mia, cohort } = await silentPerson()
    await db.owner(
      `update public.entitlements set expires_at = now() - interval '1 day' where user_id = $1`,
      [mia.id],
    )
    await look(cohort)
    expect(await told(mia)).toEqual([])
  })

  test('sees which work was returned, and the lesson of the waiting question, but not its text', async () => {
    const { mia, coach, course, lesson, cohort } = await scene()
    for (const _ of [1, 2]) {
      await review(coach, (await handIn(mia, lesson)).id, { verdict: 'AGAIN' })
    }
    await look(cohort)
    expect((await told(mia))[0]).toMatchObject({
      message:
        '"Building a page" came back more than once. Take one remark after the other, and ask if one is not clear.',
      action_url: `/app/courses/${course.slug}/lesson/${lesson}`,
    })
    await handIn(mia, lesson)
    const id = await oldQuestion(mia, course.text, 'A secret of mine')
    await toldEarlier(mia, 3)
    await look(cohort)
    const [row] = await told(mia)
    expect(row).toMatchObject({
      title: 'Your question is not forgotten',
      action_url: `/app/courses/${course.slug}/lesson/${course.text}?question=${id}`,
      action_label: 'Open the question',
    })
    expect(row?.message).toMatch(/^You asked in "Reading" and have had no answer since /)
    await db.answer(coach, 'answer_question', { question_id: id, body: 'Because.' })
    expect((await told(mia)).map(({ title }) => title)).not.toContain(
      'Your question is not forgotten',
    )
  })

  test('gets a link to the first lesson that is open and not completed', async () => {
    const { mia, cohort, course } = await silentPerson()
    await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
    await db.owner('insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 60)', [
      cohort,
      course.text,
    ])
    await toldEarlier(mia, 3)
    await look(cohort)
    expect((await told(mia))[0]?.action_url).toBe(
      `/app/courses/${course.slug}/lesson/${course.preview}`,
    )
  })
})

test('a person who can open no lesson gets no notification that asks them to take one', async () => {
  const { mia, cohort } = await silentPerson()
  await db.owner('delete from private.behind_people where cohort_id = $1', [cohort])
  await toldEarlier(mia, 3)
  await db.owner(
    `update public.entitlements set expires_at = now() - interval '1 day' where user_id = $1`,
    [mia.id],
  )
  await look(cohort)
  expect(await told(mia)).toEqual([])
})

test('workers that find a person in two cohorts at the same time notify them once', async () => {
  const { mia, course, cohort } = await silentPerson()
  const other = await group({ course, lesson: course.text, criteria: [] }, [mia], { starts: -30 })
  await db.owner(
    `update public.cohort_members set joined_at = now() - interval '30 days' where user_id = $1`,
    [mia.id],
  )
  await db.owner('delete from private.behind_people where user_id = $1', [mia.id])
  await toldEarlier(mia, 3)
  await Promise.all([cohort, other].map(look))
  expect(await told(mia)).toHaveLength(1)
  expect(
    await db.owner('select from private.behind_people where user_id = $1', [mia.id]),
  ).toHaveLength(2)
})

test('other learners and staff have no such notification', async () => {
  const { coach } = await silentPerson()
  expect(await told(await db.person())).toEqual([])
  expect(await told(coach)).toEqual([])
})
