import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { ALL, cohorts, PREVIEW } from '../scenes/cohorts'

// The schedule of a cohort opens lessons. People of the cohort cannot open a lesson earlier in any way
// (rules/cohorts#schedule).
const db = useDatabase()
const { cohort, join, release, change, open } = cohorts(db)

describe('the schedule opens lessons', () => {
  test('on their day, at their time; a lesson without an opening opens with its module, or else on the first day', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course] })
    await join(id, mia)
    await db.owner('insert into public.releases (cohort_id, module_id, day) values ($1, $2, 11)', [
      id,
      course.moduleId,
    ])
    expect(await open(mia, course)).toEqual(PREVIEW)
    await release(id, course.link, 10)
    expect(await open(mia, course)).toEqual(['Watching', 'Looking it up'])
    await db.owner('update public.releases set day = 10 where cohort_id = $1', [id])
    expect(await open(mia, course)).toEqual(ALL)
  })

  test('not before the first day of the cohort', async () => {
    const course = await db.course()
    const mia = await db.person()
    await join(await cohort({ courses: [course], starts: 1 }), mia)
    expect(await open(mia, course)).toEqual(PREVIEW)
  })

  test('later or earlier by the shift of a person, and all together for people to whom the schedule does not apply', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course] })
    await release(id, course.text, 12)
    await join(id, mia)
    expect(await open(mia, course)).toEqual(['Watching', 'Looking it up'])
    await change(id, mia, 'shift_days = -2')
    expect(await open(mia, course)).toEqual(ALL)
    await change(id, mia, 'shift_days = 11')
    expect(await open(mia, course)).toEqual(PREVIEW)
    await change(id, mia, 'open_all = true')
    expect(await open(mia, course)).toEqual(ALL)
  })

  test('at the earlier moment of two cohorts, and all together by a grant without a cohort', async () => {
    const course = await db.course()
    const mia = await db.person()
    const [late, early] = [await cohort({ courses: [course] }), await cohort({ courses: [course] })]
    await release(late, course.text, 20)
    await release(early, course.text, 15)
    await join(late, mia)
    await join(early, mia)
    expect(await open(mia, course)).toEqual(['Watching', 'Looking it up'])
    await change(early, mia, 'shift_days = -5')
    expect(await open(mia, course)).toEqual(ALL)
    await change(early, mia, 'shift_days = 0')
    await db.entitle(mia, course.id)
    expect(await open(mia, course)).toEqual(ALL)
  })

  test('that the person has completed at any time', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course] })
    await join(id, mia)
    await db.as(mia, 'insert into public.lesson_completions (lesson_id) values ($1)', [course.text])
    await db.owner('insert into public.releases (cohort_id, module_id, day) values ($1, $2, 30)', [
      id,
      course.moduleId,
    ])
    expect(await open(mia, course)).toEqual(['Reading', 'Watching'])
  })
})

describe('a pause', () => {
  test('keeps open lessons open for the person, and opens no others', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course] })
    await release(id, course.text, 8)
    await release(id, course.link, 4)
    await join(id, mia)
    // Paused five days ago, on the fifth day.
    await change(id, mia, `state = 'PAUSED', paused_on = (now() at time zone 'UTC')::date - 5`)
    expect(await open(mia, course)).toEqual(['Watching', 'Looking it up'])
    await change(id, mia, `state = 'ACTIVE'`)
    expect(
      await db.owner(
        `select shift_days, paused_on from public.cohort_members where cohort_id = $1`,
        [id],
      ),
    ).toEqual([{ shift_days: 5, paused_on: null }])
    expect(await open(mia, course)).toEqual(['Watching', 'Looking it up'])
  })

  test('adds its days once, even if it is ended twice', async () => {
    const mia = await db.person()
    const admin = await db.person({ role: 'ADMIN' })
    const id = await cohort()
    await join(id, mia)
    await change(id, mia, `state = 'PAUSED', paused_on = (now() at time zone 'UTC')::date - 3`)
    const resume = () =>
      db.answer(admin, 'change_cohort_people', { cohort_id: id, people: [mia.id], act: 'resume' })
    expect([await resume(), await resume()]).toEqual([{ changed: 1 }, { changed: 0 }])
    expect(
      await db.owner(`select shift_days, state from public.cohort_members where cohort_id = $1`, [
        id,
      ]),
    ).toEqual([{ shift_days: 3, state: 'ACTIVE' }])
  })

  test('keeps lessons open that opened on its first day, even if it ends at an earlier hour of another day', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course] })
    await join(id, mia)
    // The lesson opens now. The person pauses after that, and continues on the next day at an earlier hour.
    await db.owner(
      `insert into public.releases (cohort_id, lesson_id, day, at_time) values ($1, $2, 10, (now() at time zone 'UTC')::time)`,
      [id, course.text],
    )
    await change(id, mia, `state = 'PAUSED'`)
    await db.owner(
      `update public.cohort_members set paused_at = now(), paused_on = (now() at time zone 'UTC')::date where cohort_id = $1`,
      [id],
    )
    await change(id, mia, `state = 'ACTIVE'`)
    await db.owner(`update public.cohort_members set shift_days = 1 where cohort_id = $1`, [id])
    expect(await open(mia, course)).toEqual(ALL)
  })
})

describe('a lesson that is not open yet is closed in every way', () => {
  async function closed() {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course] })
    await release(id, course.text, 12, '09:00')
    await join(id, mia)
    return { course, mia, id }
  }

  test('the person cannot read it, its attachments and files, or store progress, completions and notes', async () => {
    const { course, mia } = await closed()
    for (const table of ['lesson_attachments', 'lesson_files']) {
      const { rows } = await db.as(mia, `select from public.${table} where lesson_id = $1`, [
        course.text,
      ])
      expect([table, rows]).toEqual([table, []])
    }
    const refused = await Promise.all([
      db.as(mia, 'insert into public.lesson_completions (lesson_id) values ($1)', [course.text]),
      db.call(mia, 'record_progress', { lesson_id: course.text, position_sec: 3 }),
      db.call(mia, 'save_note', {
        note: randomUUID(),
        lesson: course.text,
        body: 'x',
        revision: randomUUID(),
        quote: 'secret',
      }),
      db.call(mia, 'complete_late', { lesson_id: course.text, age_sec: 60 }),
    ])
    expect(refused.map(({ code }) => code)).toEqual(['42501', '42501', '42501', 'PT403'])
  })

  test('the outline shows its title and when it opens; the library skips it; search does not find it', async () => {
    const { course, mia } = await closed()
    const outline = (await db.answer(mia, 'course_outline', { slug: course.slug })) as {
      changes_at: string
      modules: { lessons: { id: string; open: boolean; opens_at?: string }[] }[]
    }
    const lessons = outline.modules.flatMap((module) => module.lessons)
    expect(lessons.map(({ open: isOpen }) => isOpen)).toEqual([false, true, true])
    expect(lessons[0]?.opens_at).toBe(outline.changes_at)
    expect(lessons.slice(1).map((lesson) => 'opens_at' in lesson)).toEqual([false, false])
    const [row] = (await db.answer(mia, 'library', {})) as {
      next_lesson_id: string
      opens_at: string
    }[]
    expect(row).toMatchObject({ next_lesson_id: course.preview, opens_at: outline.changes_at })
    const found = (await db.answer(mia, 'search', { query: 'secret text reading' })) as {
      lessons: unknown[]
    }
    expect(found.lessons).toEqual([])
  })

  test('the explanation of access names the moment, the day and the cohort', async () => {
    const { course, mia, id } = await closed()
    const [answer] = await db.owner(
      `select private.access_of($1, $2, $3, now()) as now, private.access_of($1, $2, $3, now() + interval '3 days') as later`,
      [mia.id, course.id, course.text],
    )
    expect(answer?.now).toMatchObject({
      open: false,
      reason: 'UNRELEASED',
      day: 12,
      cohort: { id, title: 'Autumn' },
    })
    expect(answer?.later).toMatchObject({
      open: true,
      reason: 'GRANTED',
      grant: { source: 'COHORT', cohort: { id } },
    })
  })

  test('the explanation of access says how many lessons of the course are open, and when the next one opens', async () => {
    const { course, mia, id } = await closed()
    const admin = await db.person({ role: 'ADMIN' })
    const schedule = async (at: string | null = null) => {
      const rows = (await db.answer(admin, 'person_access', { user_id: mia.id, at })) as {
        id: string
        open: boolean
        reason: string
        schedule?: object
      }[]
      return rows.find((row) => row.id === course.id)
    }
    const [moment] = await db.owner(
      `select private.local_moment(c.starts_on + 12, '09:00', 'UTC') as opens_at, private.local_moment(c.starts_on + 13, '00:00', 'UTC') as after
       from public.cohorts c where c.id = $1`,
      [id],
    )
    const granted = { open: true, reason: 'GRANTED', grant: { cohort: { id } } }
    const next = { lessons: 3, day: 12, cohort: { id, title: 'Autumn', time_zone: 'UTC' } }
    const held = await schedule()
    expect(held).toMatchObject({ ...granted, schedule: { ...next, shut: 1 } })
    expect(Date.parse(Object(held?.schedule).opens_at)).toBe(Object(moment?.opens_at).getTime())
    const later = await schedule(Object(moment?.after).toISOString())
    expect(later).toMatchObject(granted)
    expect(later).not.toHaveProperty('schedule')
    // The free preview is open regardless of the schedule.
    await release(id, course.link, 30)
    expect(await schedule()).toMatchObject({ ...granted, schedule: { ...next, shut: 2 } })
    await change(id, mia, `state = 'PAUSED'`)
    expect(await schedule()).toMatchObject({ schedule: { shut: 2, opens_at: null } })
    await db.entitle(mia, course.id)
    expect(await schedule()).not.toHaveProperty('schedule')
  })
})
