import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { assignments } from './scenes/assignments'
import { cohorts } from './scenes/cohorts'

// The history of a record, from its audit records (rules/records#history).
const db = useDatabase()
const { cohort, release } = cohorts(db)
const { review, waiting } = assignments(db)

interface Act {
  id: number
  first: number
  action: string
  who: string | null
  records: number
  subjects: string[]
}

const named = (acts: Act[]) => acts.map(({ action, records }) => `${action} ${records}`)

test('the history of a cohort lists all acts on it, and an act on many people once', async () => {
  const admin = await db.person({ role: 'ADMIN', name: 'Ada' })
  const course = await db.course()
  const coach = await db.person({ role: 'MODERATOR' })
  const [mine, other] = [await cohort({ courses: [course] }), await cohort()]
  const people = [await db.person(), await db.person(), await db.person()]
  const add = (cohort_id: string) =>
    db.answer(admin, 'add_cohort_people', {
      cohort_id,
      people: `{${people.map(({ id }) => id).join()}}`,
    })
  await add(mine)
  await add(other)
  await db.as(admin, `insert into public.cohort_staff (cohort_id, user_id) values ($1, $2)`, [
    ...[mine, coach.id],
  ])
  await db.as(
    admin,
    `update public.cohort_members set state = 'PAUSED' where cohort_id = $1 and user_id = $2`,
    [...[mine, people[0]?.id]],
  )
  await release(mine, course.text, 3)
  const acts = (await db.answer(admin, 'cohort_history', { cohort_id: mine })) as Act[]
  expect(named(acts)).toEqual([
    'release.create 1',
    'cohort_member.pause 1',
    'cohort_staff.create 1',
    'cohort_member.join 3',
    'cohort_course.create 1',
    'cohort.create 1',
  ])
  expect(acts.map(({ who }) => who).slice(1, 4)).toEqual(['Ada', 'Ada', 'Ada'])
  expect(acts[3]?.subjects.toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  expect([acts[0]?.subjects, acts[1]?.subjects, acts[2]?.subjects]).toEqual([
    ...[[course.text], [people[0]?.id], [coach.id]],
  ])
  const older = await db.answer(admin, 'cohort_history', {
    cohort_id: mine,
    before: acts[3]?.first,
  })
  expect(named(older as Act[])).toEqual(['cohort_course.create 1', 'cohort.create 1'])
  const titles = await db.owner(
    `select distinct title from public.audit_logs where target_id = $1 and target_type = 'cohort_member'`,
    [mine],
  )
  expect(titles).toEqual([{ title: 'Autumn' }])
})

test('the names of people and things in audit records are returned only to people who may read the audit log', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const [ada, course] = [await db.person({ name: 'Ada' }), await db.course()]
  const group = await cohort()
  const ids = `{${[ada.id, course.id, course.text, group, randomUUID()].join()}}`
  expect(await db.answer(admin, 'audit_names', { ids })).toEqual({
    ...{ [ada.id]: 'Ada', [course.id]: 'A course', [course.text]: 'Reading', [group]: 'Autumn' },
  })
  for (const who of [ada, await db.person({ role: 'MODERATOR' })]) {
    expect((await db.call(who, 'audit_names', { ids })).code).toBe('42501')
    expect((await db.call(who, 'cohort_history', { cohort_id: group })).code).toBe('42501')
  }
})

test('records of work and of its review have the title of the lesson', async () => {
  const { id, coach, round } = await waiting()
  const made = await review(coach, round.id)
  const records = await db.owner(
    `select action, title from public.audit_logs where target_id = any ($1) order by action`,
    [[id, made.id]],
  )
  expect(records).toEqual([
    { action: 'review.publish', title: 'Building a page' },
    { action: 'submission.hand_in', title: 'Building a page' },
  ])
})
