import { describe, expect, test } from 'vitest'
import { useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { cohorts } from '../scenes/cohorts'

const db = useDatabase()
const { group, task } = assignments(db)
const { change, cohort, release } = cohorts(db)

interface Schedule {
  courses: { modules: { lessons: { id: string; due: unknown }[] }[] }[]
}

describe('the schedule of a cohort (rules/cohorts#schedule)', () => {
  test('has the assignment’s own due date and the cohort’s', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const { course, lesson } = await task({ dueDay: 7, dueTime: '18:00' })
    const id = await cohort({ courses: [course] })
    const lessons = async () => {
      const { courses } = (await db.answer(admin, 'cohort_schedule', { cohort_id: id })) as Schedule
      return courses[0]?.modules[0]?.lessons ?? []
    }
    const due = async () => (await lessons()).find((one) => one.id === lesson)?.due
    const said = { day: 7, at_time: '18:00' }
    expect(await due()).toEqual({ said, own: null })
    // A lesson of another type has no due date.
    expect((await lessons()).find((one) => one.id === course.text)?.due).toBeNull()

    const save = (change: object) =>
      db.call(admin, 'save_dues', {
        cohort_id: id,
        changes: JSON.stringify([{ lesson_id: lesson, ...change }]),
      })
    await save({ day: 9 })
    expect(await due()).toEqual({ said, own: { day: 9, at_time: null } })
    await save({ day: null, at_time: null })
    expect(await due()).toEqual({ said, own: null })
  })
})

describe('the check of a course (rules/courses#check)', () => {
  const remarks = async (role: 'ADMIN' | 'CREATOR', title: string, options: object) => {
    const who = await db.person({ role })
    const made = await task({ ...options, ...(role === 'CREATOR' && { by: who }) })
    const id = await cohort({ courses: [made.course] })
    await db.owner('update public.cohorts set title = $2 where id = $1', [id, title])
    await release(id, made.lesson, 8)
    const read = async () => {
      const answer = (await db.answer(who, 'check_course', { course_id: made.course.id })) as {
        remarks: { rule: string; lesson_id: string; detail: string | null }[]
      }
      return answer.remarks
        .filter(({ lesson_id }) => lesson_id === made.lesson)
        .map(({ rule, detail }) => [rule, detail])
    }
    return { ...made, id, read }
  }

  test('reports an assignment without a brief and without a rubric', async () => {
    const { lesson, read } = await remarks('ADMIN', 'Autumn', {})
    expect(await read()).toEqual([['no_rubric', null]])
    await db.owner('update public.lessons set content = $2 where id = $1', [lesson, ' '])
    expect(await read()).toEqual([
      ['no_rubric', null],
      ['no_text', null],
    ])
  })

  test('reports an assignment that is due before it opens in a cohort that has not ended', async () => {
    const rubric = [{ title: 'Works' }]
    const { id, lesson, read } = await remarks('ADMIN', 'Autumn', { dueDay: 7, rubric })
    expect(await read()).toEqual([['due_early', 'Autumn']])
    await db.owner(
      'insert into public.cohort_dues (cohort_id, lesson_id, day) values ($1, $2, 9)',
      [id, lesson],
    )
    expect(await read()).toEqual([])
    await db.owner('delete from public.cohort_dues where cohort_id = $1', [id])
    await db.owner('update public.cohorts set archived_at = now() where id = $1', [id])
    expect(await read()).toEqual([])
  })

  test('names no cohort to people who may not read it', async () => {
    const rubric = [{ title: 'Works' }]
    const { read } = await remarks('CREATOR', 'Secret', { dueDay: 7, rubric })
    await db.withSettings({ creators_admin_panel: true }, async () => {
      expect(await read()).toEqual([['due_early', null]])
    })
  })
})

describe('the extensions of a cohort (rules/assignments#extension)', () => {
  test('are those of its people in its courses, and not of people who left it', async () => {
    const [admin, ada, ben] = [
      await db.person({ role: 'ADMIN' }),
      await db.person(),
      await db.person(),
    ]
    const made = await task({ dueDay: 30 })
    const other = await task({ dueDay: 30 })
    const id = await group(made, [ada, ben])
    await group(other, [ada])
    for (const { lesson } of [made, other]) {
      await db.answer(ada, 'ask_extension', { lesson_id: lesson })
    }
    await db.answer(ben, 'ask_extension', { lesson_id: made.lesson })
    const asked = async (filter: object) => {
      const list = await db.answer(admin, 'extension_list', { filter: JSON.stringify(filter) })
      const { total, rows } = list as {
        total: number
        rows: { lesson: { id: string }; person: { id: string } }[]
      }
      expect(total).toBe(rows.length)
      return rows.map(({ lesson, person }) => [lesson.id, person.id])
    }
    expect(await asked({ cohort_id: id })).toEqual([
      [made.lesson, ada.id],
      [made.lesson, ben.id],
    ])
    expect(await asked({ user_id: ada.id })).toHaveLength(2)
    await change(id, ben, `state = 'LEFT'`)
    expect(await asked({ cohort_id: id })).toEqual([[made.lesson, ada.id]])
    await db.answer(admin, 'give_extension', {
      lesson_id: made.lesson,
      user_id: ada.id,
      days: 2,
    })
    expect(await asked({ cohort_id: id })).toEqual([])
    expect(await asked({ cohort_id: id, given: true })).toEqual([[made.lesson, ada.id]])
  })
})
