import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// People whose openings or due dates change get a signal (rules/cohorts#moved-at-once).
const db = useDatabase()
const { task, group } = assignments(db)

async function scene() {
  const work = await task({ dueDay: 7 })
  const [mia, ben, left, other, coach] = [
    await db.person(),
    await db.person(),
    await db.person(),
    await db.person(),
    await db.person({ role: 'MODERATOR' }),
  ]
  const cohort = await group(work, [mia, ben, left], { staff: [coach] })
  await db.owner(`update public.cohort_members set state = 'LEFT' where user_id = $1`, [left.id])
  // The course of this cohort is another one.
  await group(await task({ dueDay: 7 }), [other])
  return { ...work, mia, ben, left, other, coach, cohort }
}
let s: Awaited<ReturnType<typeof scene>>
beforeAll(async () => {
  s = await scene()
})
beforeEach(() => db.owner('delete from public.list_changes'))

/** The people of the scene who can read a signal about dates. */
async function told(): Promise<string[]> {
  const names = ['mia', 'ben', 'left', 'other', 'coach'] as const
  const heard = async (who: Person) =>
    (
      await db.as(
        who,
        `select from public.list_changes where resource = 'dates' and user_id = $1`,
        [who.id],
      )
    ).rows.length > 0
  const found = await Promise.all(names.map(async (name) => ((await heard(s[name])) ? [name] : [])))
  return found.flat()
}
const change = (who: string) =>
  db.answer(s.coach, 'change_cohort_people', {
    ...{ cohort_id: s.cohort, people: `{${s.mia.id}}` },
    ...JSON.parse(who),
  })
const json = (value: object) => JSON.stringify(value)

test.each<[string, string[], () => Promise<unknown>]>([
  [
    'a cohort that moves',
    ['mia', 'ben'],
    () => db.answer(s.coach, 'move_cohort', { cohort_id: s.cohort, days: 1, dry_run: false }),
  ],
  [
    'an opening',
    ['mia', 'ben'],
    () =>
      db.answer(s.coach, 'save_releases', {
        cohort_id: s.cohort,
        changes: json([{ lesson_id: s.lesson, day: 5, at_time: '09:00' }]),
      }),
  ],
  [
    'an opening that is taken back',
    ['mia', 'ben'],
    () =>
      db.answer(s.coach, 'save_releases', {
        cohort_id: s.cohort,
        changes: json([{ lesson_id: s.lesson, day: null }]),
      }),
  ],
  [
    'a due date of the cohort',
    ['mia', 'ben'],
    () =>
      db.answer(s.coach, 'save_dues', {
        cohort_id: s.cohort,
        changes: json([{ lesson_id: s.lesson, day: 9 }]),
      }),
  ],
  [
    'a due date of the assignment',
    ['mia', 'ben'],
    () => db.owner('update public.assignments set due_day = 8 where lesson_id = $1', [s.lesson]),
  ],
  ['a shift', ['mia'], () => change(json({ act: 'shift', days: 3 }))],
  ['a pause', ['mia'], () => change(json({ act: 'pause' }))],
  [
    'more time',
    ['ben'],
    () =>
      db.answer(s.coach, 'give_extension', {
        ...{ lesson_id: s.lesson, user_id: s.ben.id, due_at: '2090-01-01T00:00:00Z' },
      }),
  ],
  [
    'the end of more time',
    ['ben'],
    () => db.answer(s.coach, 'end_extension', { lesson_id: s.lesson, user_id: s.ben.id }),
  ],
  [
    'another title of a lesson',
    [],
    () => db.owner(`update public.lessons set title = 'New' where id = $1`, [s.lesson]),
  ],
])('%s is told to %j', async (_what, whom, act) => {
  await act()
  expect(await told()).toEqual(whom)
})
