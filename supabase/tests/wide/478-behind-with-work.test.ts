import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { inboxes } from '../scenes/inbox'

// People also fall behind with their work and their questions, each with the facts that prove it (rules/cohorts#behind).
const db = useDatabase()
const { task, group, handIn, review, workOf } = assignments(db)
const { look, rowOf } = inboxes(db)

interface Found {
  id: string
  reason: string
  days: number
  since: string
  facts: { id: string; title: string; on: string; slug: string; times: number | null }[]
}

interface Options {
  blind?: boolean
  shift?: number
  zone?: string
}

/** A cohort that began twenty days ago, with two assignments that were due on its days 5 and 10, and a person who completed a lesson. */
async function scene({ blind = false, shift = 0, zone = 'UTC' }: Options = {}) {
  const work = await task({ dueDay: 5, dueTime: '18:00', blind })
  const [row] = await db.owner(
    `with made as (
       insert into public.lessons (module_id, title, index, content_type, content)
       values ($1, 'Trees', 4, 'ASSIGNMENT', 'Grow a tree.') returning id)
     select id from made`,
    [work.course.moduleId],
  )
  const second = String(row?.id)
  await db.owner(
    'update public.assignments set due_day = 10, blind = $2, accepts = $3::public.work_kind[] where lesson_id = $1',
    [second, blind, ['TEXT']],
  )
  const [mia, coach] = [
    await db.person({ name: 'Mia Wu' }),
    await db.person({ role: 'MODERATOR', name: 'Cora' }),
  ]
  const cohort = await group(work, [mia], { staff: [coach], starts: -20 })
  await db.owner('update public.cohorts set time_zone = $2 where id = $1', [cohort, zone])
  await db.owner(
    `update public.cohort_members set joined_at = now() - interval '20 days', shift_days = $2 where cohort_id = $1`,
    [cohort, shift],
  )
  // The person has fallen behind for this reason alone.
  await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    mia.id,
    work.course.text,
  ])
  const behind = async (who: Person = coach) =>
    (await db.answer(who, 'cohort_behind', { cohort_id: cohort })) as Found[]
  const reasons = async () => (await behind()).map(({ reason }) => reason)
  const clear = (reason: string) =>
    db.answer(coach, 'clear_behind', {
      cohort_id: cohort,
      user_id: mia.id,
      reason,
      note: 'Called.',
    })
  const change = (set: string) =>
    db.owner(`update public.cohort_members set ${set} where cohort_id = $1`, [cohort])
  const listed = async () =>
    (
      await db.owner(
        'select reason from private.behind_people where cohort_id = $1 order by reason',
        [cohort],
      )
    ).map(({ reason }) => reason)
  return { ...work, second, mia, coach, cohort, behind, reasons, clear, change, listed }
}

/** Gives a person another due date for an assignment. */
const extend = (lesson: string, person: Person, due: string) =>
  db.owner(
    `insert into public.extensions (lesson_id, user_id, due_at, given_by_id) values ($1, $2, now() + $3::interval, null)
     on conflict (lesson_id, user_id) do update set due_at = excluded.due_at`,
    [lesson, person.id, due],
  )

describe('a person who missed two due dates', () => {
  test('is listed with the assignments and the days, until they hand in one of them, even late', async () => {
    const { mia, lesson, second, behind, reasons, cohort, listed } = await scene()
    const [found, ...others] = await behind()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      ...{ id: mia.id, reason: 'MISSED_DUES', days: 10 },
      facts: [
        { id: lesson, title: 'Building a page', times: null },
        { id: second, title: 'Trees', times: null },
      ],
    })
    expect(found?.facts[1]?.on).toBe(found?.since)
    await look(cohort)
    expect(await listed()).toEqual(['MISSED_DUES'])
    await handIn(mia, lesson)
    expect(await reasons()).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('has missed the due dates that apply to them: with their shift, an extension, and of the later cohort', async () => {
    const { mia, second, cohort, course, reasons, change } = await scene({ shift: 11 })
    expect(await reasons()).toEqual([])
    await change('shift_days = 9')
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await extend(second, mia, '1 hour')
    expect(await reasons()).toEqual([])
    await extend(second, mia, '-1 hour')
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await db.owner('delete from public.extensions where lesson_id = $1', [second])
    await db.owner(
      'insert into public.cohort_dues (cohort_id, lesson_id, day) values ($1, $2, 40)',
      [cohort, second],
    )
    expect(await reasons()).toEqual([])
    await db.owner('delete from public.cohort_dues where lesson_id = $1', [second])
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await group({ course, lesson: second, criteria: [] }, [mia], { starts: -1 })
    expect(await reasons()).toEqual([])
  })

  test('is not listed while they pause, and after it for due dates that are later by the days of the pause', async () => {
    const { reasons, change } = await scene({ shift: 8 })
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await change(`state = 'PAUSED', paused_on = current_date - 3, paused_at = current_date - 3`)
    expect(await reasons()).toEqual([])
    await change(`state = 'ACTIVE'`)
    expect(await reasons()).toEqual([])
  })

  test('is not listed for work that was due before they joined, or that is not open to them', async () => {
    const { cohort, second, reasons, change } = await scene()
    await change(`joined_at = now() - interval '12 days'`)
    expect(await reasons()).toEqual([])
    await change(`joined_at = now() - interval '20 days'`)
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await db.owner('insert into public.releases (cohort_id, lesson_id, day) values ($1, $2, 30)', [
      cohort,
      second,
    ])
    expect(await reasons()).toEqual([])
  })

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/New_York'])(
    'is listed with days of a cohort in %s, exact to the second',
    async (zone) => {
      const { cohort, second, behind, reasons, change } = await scene({ zone })
      const [day] = await db.owner(
        `select to_char(starts_on + 10, 'YYYY-MM-DD') as due from public.cohorts where id = $1`,
        [cohort],
      )
      expect((await behind())[0]?.facts[1]?.on).toBe(day?.due)
      // The moment at which it is due is now, on the clocks of the cohort.
      const dueIn = (seconds: number) =>
        db.owner(
          `with d as (
             select ((now() + make_interval(secs => $3)) at time zone c.time_zone) as at, c.starts_on from public.cohorts c where c.id = $1)
           insert into public.cohort_dues (cohort_id, lesson_id, day, at_time)
           select $1, $2, d.at::date - d.starts_on, date_trunc('second', d.at)::time from d
           on conflict (cohort_id, lesson_id) do update set day = excluded.day, at_time = excluded.at_time`,
          [cohort, second, seconds],
        )
      await change('shift_days = 0')
      await dueIn(60)
      expect(await reasons()).toEqual([])
      await dueIn(-60)
      expect(await reasons()).toEqual(['MISSED_DUES'])
    },
  )

  test('is not listed for blind assignments, because that would reveal whose round it is', async () => {
    const { behind } = await scene({ blind: true })
    expect(await behind()).toEqual([])
  })

  test('is cleared for these due dates, and is listed again with another one', async () => {
    const { mia, lesson, second, reasons, clear, cohort, course, listed } = await scene()
    await look(cohort)
    await clear('MISSED_DUES')
    expect([await reasons(), await listed()]).toEqual([[], []])
    await look(cohort)
    expect(await listed()).toEqual([])
    await extend(lesson, mia, '-1 hour')
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await clear('MISSED_DUES')
    const [third] = await db.owner(
      `with made as (
         insert into public.lessons (module_id, title, index, content_type, content)
         values ($1, 'Rivers', 5, 'ASSIGNMENT', 'Dig.') returning id)
       select id from made`,
      [course.moduleId],
    )
    await db.owner('update public.assignments set due_day = 12 where lesson_id = $1', [third?.id])
    expect(await reasons()).toEqual(['MISSED_DUES'])
    await handIn(mia, second)
    expect(await reasons()).toEqual(['MISSED_DUES'])
  })
})

describe('work that was returned twice', () => {
  async function returned(options: Options = {}) {
    const made = await scene(options)
    const { mia, coach, lesson } = made
    for (const _ of [1, 2]) {
      await review(coach, (await handIn(mia, lesson)).id, { verdict: 'AGAIN' })
    }
    return made
  }

  test('is listed until a third round is handed in', async () => {
    const { mia, lesson, behind, reasons, cohort, listed } = await returned()
    expect(await behind()).toMatchObject([
      { id: mia.id, reason: 'RETURNED_TWICE', days: 0, facts: [{ id: lesson, times: 2 }] },
    ])
    await look(cohort)
    expect(await listed()).toEqual(['RETURNED_TWICE'])
    await handIn(mia, lesson)
    expect(await reasons()).toEqual([])
    expect(await listed()).toEqual([])
  })

  test('is not listed once a review is withdrawn, or if the assignment is blind', async () => {
    const { coach, lesson, mia, reasons, cohort, listed } = await returned()
    await look(cohort)
    const { id } = await workOf(mia, lesson)
    const [last] = await db.owner(
      `select v.id from public.reviews v join public.submission_rounds r on r.id = v.round_id where r.submission_id = $1 and r.round = 2`,
      [id],
    )
    await db.answer(coach, 'withdraw_review', { review_id: last?.id })
    expect(await reasons()).toEqual([])
    expect(await listed()).toEqual([])
    expect(await (await returned({ blind: true })).reasons()).toEqual([])
  })

  test('is cleared for this review, and is listed again with the next one', async () => {
    const { coach, lesson, mia, reasons, clear } = await returned()
    await clear('RETURNED_TWICE')
    expect(await reasons()).toEqual([])
    await review(coach, (await handIn(mia, lesson)).id, { verdict: 'AGAIN' })
    expect(await reasons()).toEqual(['RETURNED_TWICE'])
  })
})

describe('a question that waits for a day', () => {
  async function asked() {
    const made = await scene()
    const { mia, course, lesson } = made
    await handIn(mia, lesson)
    const ask = async (title: string, age = '25 hours') => {
      const { id } = (await db.answer(mia, 'ask_question', { lesson_id: course.text, title })) as {
        id: string
      }
      await db.owner(
        'update public.questions set waiting_since = now() - $2::interval where id = $1',
        [id, age],
      )
      return id
    }
    return { ...made, ask }
  }

  test('is listed by its title, and only then', async () => {
    const { behind, ask } = await asked()
    await ask('Too early', '23 hours')
    expect(await behind()).toEqual([])
    const id = await ask('How do loops end?', '24 hours')
    expect(await behind()).toMatchObject([
      { reason: 'NOT_ANSWERED', days: 1, facts: [{ id, title: 'How do loops end?' }] },
    ])
  })

  test('leaves the list at once when staff answer it, and when it is deleted or merged', async () => {
    const { mia, coach, ask, cohort, listed, reasons } = await asked()
    const acts = [
      (id: string) => db.answer(coach, 'answer_question', { question_id: id, body: 'They break.' }),
      (id: string) => db.answer(mia, 'delete_question', { question_id: id }),
      async (id: string) =>
        db.answer(coach, 'merge_questions', {
          question_id: id,
          into_id: await ask('The same', '1 hour'),
        }),
    ]
    for (const act of acts) {
      const id = await ask('How do loops end?')
      await look(cohort)
      expect(await listed()).toEqual(['NOT_ANSWERED'])
      await act(id)
      expect([await listed(), await reasons()]).toEqual([[], []])
    }
  })

  test('is cleared separately, so that another question is still listed', async () => {
    const { ask, clear, behind } = await asked()
    await ask('The first')
    await clear('NOT_ANSWERED')
    expect(await behind()).toEqual([])
    const id = await ask('The second')
    expect((await behind()).map(({ facts }) => facts.map((fact) => fact.id))).toEqual([[id]])
  })
})

describe('the inbox', () => {
  test('names the work, and shows a row that is done again only for a new fact', async () => {
    const { coach, cohort, mia, lesson, course } = await scene()
    const other = await db.person({ role: 'MODERATOR' })
    await look(cohort)
    const [row] = await db.owner(
      `update private.behind_people set found_at = now() - interval '2 years' where cohort_id = $1 returning id`,
      [cohort],
    )
    const shown = await rowOf(coach, String(row?.id))
    expect(shown).toMatchObject({
      ...{ kind: 'BEHIND', person: { id: mia.id } },
      facts: { reason: 'MISSED_DUES', facts: [{ title: 'Building a page' }, { title: 'Trees' }] },
    })
    await db.owner('update public.settings set moderators_see_everybody = false')
    expect(await rowOf(other, String(row?.id))).toBeUndefined()
    expect((await db.call(other, 'cohort_behind', { cohort_id: cohort })).code).toBe('42501')
    await db.owner('update public.settings set moderators_see_everybody = true')

    const [third] = await db.owner(
      `with made as (
         insert into public.lessons (module_id, title, index, content_type, content)
         values ($1, 'Rivers', 5, 'ASSIGNMENT', 'Dig.') returning id)
       select id from made`,
      [course.moduleId],
    )
    await db.owner('update public.assignments set due_day = 8 where lesson_id = $1', [third?.id])
    await look(cohort)
    await db.answer(coach, 'finish_inbox_row', {
      ...{ kind: 'BEHIND', subject_id: row?.id, version: shown?.version },
    })
    // One of three facts ends. This does not make the row new.
    await handIn(mia, lesson)
    expect(await rowOf(coach, String(row?.id))).toBeUndefined()
    await db.owner('update public.assignments set due_day = 13 where lesson_id = $1', [third?.id])
    await look(cohort)
    expect(await rowOf(coach, String(row?.id))).toMatchObject({ facts: { reason: 'MISSED_DUES' } })
  })

  test('a person stays listed for their work when they watch or complete something', async () => {
    const { cohort, mia, course, listed } = await scene()
    await look(cohort)
    await db.answer(mia, 'record_progress', { lesson_id: course.text, position_sec: 5 })
    expect(await listed()).toEqual(['MISSED_DUES'])
  })
})

test('a cohort whose due dates move is checked again', async () => {
  const { cohort, second, change } = await scene()
  const looked = () => db.owner('select from private.behind_looks where cohort_id = $1', [cohort])
  await look(cohort)
  await db.owner('insert into public.cohort_dues (cohort_id, lesson_id, day) values ($1, $2, 11)', [
    cohort,
    second,
  ])
  expect(await looked()).toHaveLength(0)
  await look(cohort)
  await change('shift_days = 1')
  expect(await looked()).toHaveLength(0)
})

test('the export of the people of a cohort says why they have fallen behind', async () => {
  const { coach, cohort } = await scene()
  const [row] = await db.owner(
    `select to_char(starts_on + 5, 'YYYY-MM-DD') as first, to_char(starts_on + 10, 'YYYY-MM-DD') as second from public.cohorts where id = $1`,
    [cohort],
  )
  const { id } = (await db.value(coach, 'select public.begin_export($1, $2)', [
    'cohort_members',
    { cohort },
  ])) as { id: string }
  const page = (await db.value(coach, 'select public.export_rows($1, null)', [id])) as {
    rows: Record<string, unknown>[]
  }
  expect(page.rows).toMatchObject([
    {
      behind: `Due dates missed since ${row?.second}: Building a page (${row?.first}), Trees (${row?.second})`,
    },
  ])
})

test('learners can read their own reasons', async () => {
  const { mia, lesson } = await scene()
  expect(await db.answer(mia, 'my_week', {})).toMatchObject([
    { behind: [{ reason: 'MISSED_DUES', facts: [{ id: lesson }, {}] }] },
  ])
})
