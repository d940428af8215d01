import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'

// The exports of the list of cohorts and of the people of a cohort contain what the screen shows, for the same people
// (rules/records#exports).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

interface Begun {
  id: string
  total: number
}

async function exported(who: Person, list: string, filter: object) {
  const { id, total } = (await db.value(who, 'select public.begin_export($1, $2)', [
    list,
    filter,
  ])) as Begun
  const page = (await db.value(who, 'select public.export_rows($1, null)', [id])) as {
    rows: Record<string, unknown>[]
  }
  return { total, rows: page.rows }
}

describe('the people of a cohort', () => {
  test('are exported with their progress against the schedule', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const [ada, zoe, gone] = [await db.person(), await db.person(), await db.person()]
    const id = await cohort({ courses: [course] })
    for (const person of [ada, zoe, gone]) await join(id, person)
    await change(id, gone, `state = 'LEFT'`)
    await change(id, zoe, 'open_all = true')
    await release(id, course.text, 30)
    await db.owner(
      'insert into public.lesson_completions (user_id, lesson_id) values ($1, $2), ($1, $3)',
      [ada.id, course.text, course.link],
    )
    const { total, rows } = await exported(admin, 'cohort_members', { cohort: id })
    expect(total).toBe(2)
    expect(rows.find((row) => row.id === ada.id)).toMatchObject({
      ...{ email: ada.email, state: 'Active', open_all: 'No', opened: 2, opened_done: 1 },
      ...{ completed: 2, total: 3, percent: 67 },
    })
    expect(rows.find((row) => row.id === zoe.id)).toMatchObject({
      ...{ open_all: 'Yes', opened: 3, opened_done: 0, completed: 0, percent: 0 },
    })
    expect((await exported(admin, 'cohort_members', { cohort: id, state: 'LEFT' })).rows).toEqual([
      expect.objectContaining({ id: gone.id, state: 'Left' }),
    ])
  })

  test('are exported with the same figures of progress that staff see on the screen', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const course = await db.course()
    const [ada, mia] = [await db.person(), await db.person()]
    const id = await cohort({ courses: [course] })
    await join(id, ada)
    await join(id, mia)
    await release(id, course.link, 12, '09:00')
    await change(id, mia, 'shift_days = -5')
    await change(id, ada, `state = 'PAUSED'`)
    const progress = (await db.answer(admin, 'cohort_progress', { cohort_id: id })) as {
      people: { id: string; opened: number; opened_done: number }[]
    }
    const { rows } = await exported(admin, 'cohort_members', { cohort: id })
    for (const { id: person, opened, opened_done } of progress.people) {
      expect(rows.find((row) => row.id === person)).toMatchObject({ opened, opened_done })
    }
    expect(progress.people.map(({ opened }) => opened).sort()).toEqual([2, 3])
  })

  test('are refused to members, and to moderators who do not look after the cohort', async () => {
    const [coach, member] = [await db.person({ role: 'MODERATOR' }), await db.person()]
    const [mine, other] = [await cohort({ staff: [coach] }), await cohort()]
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect((await exported(coach, 'cohort_members', { cohort: mine })).total).toBe(0)
      await expect(exported(coach, 'cohort_members', { cohort: other })).rejects.toThrow('may not')
      await expect(exported(coach, 'cohort_members', {})).rejects.toThrow('no longer exists')
    })
    await expect(exported(member, 'cohort_members', { cohort: mine })).rejects.toThrow('may not')
  })
})

describe('the list of cohorts', () => {
  test('has those that the caller looks after, as the filter finds them', async () => {
    const coach = await db.person({ role: 'MODERATOR', name: 'Linus' })
    const [mia, course] = [await db.person(), await db.course()]
    const mine = await cohort({ staff: [coach], courses: [course], seats: 9 })
    await cohort()
    await join(mine, mia)
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const { total, rows } = await exported(coach, 'cohorts', { state: 'RUNNING' })
      expect(total).toBe(1)
      expect(rows).toEqual([
        expect.objectContaining({
          ...{ id: mine, state: 'Running', seats: 9, people: 1, left: 0, staff: 'Linus' },
        }),
      ])
      expect((await exported(coach, 'cohorts', { state: 'ENDED' })).total).toBe(0)
    })
  })

  test('is refused to members', async () => {
    await expect(exported(await db.person(), 'cohorts', {})).rejects.toThrow('may not')
  })
})
