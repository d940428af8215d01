import { expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'
import { questions } from '../scenes/questions'

// One limit for the acts on questions, and all followers at once (rules/questions#acts, rules/questions#following).
const db = useDatabase()
const { classroom, ask, answer, reads } = questions(db)
const { change, release } = cohorts(db)

const LIMIT = { code: 'PT429', message: expect.stringMatching(/600 times within an hour/) }

test('a person can act on questions 600 times in an hour, and again in the next hour', async () => {
  const { lesson, mia, ben } = await classroom()
  const { id } = await ask(mia, lesson)
  const { id: answer_id } = await answer(mia, id)
  const question_id = id
  const acts: [string, Record<string, unknown>][] = [
    ['edit_question', { question_id, title: 'Why?' }],
    ['edit_answer', { answer_id, body: 'So.' }],
    ['accept_answer', { question_id, answer_id }],
    ['reopen_question', { question_id }],
    ['follow_question', { question_id, follows: false }],
    ['follow_question', { question_id }],
    ['delete_answer', { answer_id }],
    ['restore_answer', { answer_id }],
    ['delete_question', { question_id }],
    ['restore_question', { question_id }],
    ['report_question', { question_id }],
  ]
  for (const [name, args] of acts) await db.answer(mia, name, args)
  const count = async () =>
    (await db.owner('select acts from private.question_acts where user_id = $1', [mia.id]))[0]?.acts
  expect(await count()).toBe(acts.length)
  const setActs = (set: string) =>
    db.owner(`update private.question_acts set ${set} where user_id = $1`, [mia.id])
  await setActs('acts = 599')
  await db.answer(mia, 'follow_question', { question_id })
  for (const [name, args] of acts) {
    expect([name, await db.call(mia, name, args)]).toMatchObject([name, LIMIT])
  }
  // The hour does not depend on the time zone of the session, which a client can choose.
  for (const zone of ['Asia/Kathmandu', 'Asia/Kolkata', 'Etc/GMT+12']) {
    expect(await db.call({ ...mia, zone }, 'follow_question', { question_id })).toMatchObject(LIMIT)
  }
  // A refused act is not counted, and others have limits of their own.
  expect(await count()).toBe(600)
  await db.answer(ben, 'follow_question', { question_id })
  await setActs(`hour = hour - interval '1 hour'`)
  await db.answer(mia, 'follow_question', { question_id })
  expect(await count()).toBe(1)
})

test('an answer notifies only followers who may read the question, in every role', async () => {
  const { course, lesson, autumn, spring, mia, ben, zoe, coach, admin } = await classroom()
  const named = (role?: 'CREATOR' | 'MODERATOR') => db.person(role ? { role } : {})
  const people: Record<string, Person> = { mia, ben, zoe, coach, admin }
  const add = async (name: string, role?: 'CREATOR' | 'MODERATOR') => {
    const person = await named(role)
    people[name] = person
    return person
  }
  const member = (cohort: string, person: Person) =>
    db.owner('insert into public.cohort_members (cohort_id, user_id) values ($1, $2)', [
      cohort,
      person.id,
    ])
  await add('stranger')
  await add('moderator', 'MODERATOR')
  const creator = await add('creator', 'CREATOR')
  await add('other creator', 'CREATOR')
  await db.owner('update public.courses set created_by_id = $2 where id = $1', [
    course.id,
    creator.id,
  ])
  await db.entitle(await add('entitled'), course.id)
  await db.entitle(await add('ended'), course.id, '-1 minute')
  const [paused, early, late, gone, whole, both, completed, disabled, banned] = [
    await add('paused'),
    await add('early'),
    await add('late'),
    await add('gone'),
    await add('whole'),
    await add('both'),
    await add('completed'),
    await add('disabled'),
    await add('banned'),
  ]
  for (const one of [paused, early, late, gone, whole, both, completed, disabled, banned]) {
    await member(autumn, one)
  }
  await member(spring, both)
  await change(autumn, early, 'shift_days = -20')
  await change(autumn, late, 'shift_days = 30')
  await change(autumn, whole, 'open_all = true')
  await change(autumn, gone, `state = 'LEFT', left_at = now()`)
  await change(
    autumn,
    paused,
    `state = 'PAUSED', paused_on = current_date - 8, paused_at = now() - interval '8 days'`,
  )
  await db.owner('insert into public.lesson_completions (user_id, lesson_id) values ($1, $2)', [
    completed.id,
    lesson,
  ])
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [disabled.id])
  await db.answer(admin, 'ban_from_questions', { course_id: course.id, user_id: banned.id })

  const audiences = {
    everyone: (await ask(mia, lesson)).id,
    cohort: (await ask(mia, lesson, { audience: 'COHORT' })).id,
    staff: (await ask(mia, lesson, { audience: 'STAFF' })).id,
    preview: (await ask(zoe, course.preview)).id,
  }
  const ids = Object.values(people).map(({ id }) => id)
  let compared = 0
  const compare = async (when: string) => {
    for (const [audience, question] of Object.entries(audiences)) {
      const rows = await db.owner(
        `select r from public.questions q cross join lateral private.readers_of_question(q, $2) r where q.id = $1`,
        [question, ids],
      )
      const readers = rows.map(({ r }) => r)
      const found: string[] = []
      const expected: string[] = []
      for (const [name, person] of Object.entries(people)) {
        if (readers.includes(person.id)) found.push(name)
        if (await reads(person, question)) expected.push(name)
        compared += 1
      }
      expect([when, audience, found]).toEqual([when, audience, expected])
    }
  }
  await compare('from the first day')
  await release(autumn, lesson, 15)
  await compare('before the lesson opens')
  await db.owner('update public.settings set moderators_see_everybody = false')
  try {
    await compare('while moderators see their cohorts alone')
  } finally {
    await db.owner('update public.settings set moderators_see_everybody = true')
  }
  await db.owner(`update public.courses set status = 'DRAFT' where id = $1`, [course.id])
  await compare('of a draft')
  await db.owner('update public.lessons set deleted_at = now() where id = $1', [lesson])
  await compare('of a deleted lesson')
  expect(compared).toBe(5 * 4 * ids.length)
})

test('all followers who may read the question are notified of an answer', async () => {
  const { course, lesson, mia, ben } = await classroom()
  const { id } = await ask(mia, lesson)
  const others = await Promise.all(Array.from({ length: 30 }, () => db.person()))
  for (const [at, one] of others.entries()) {
    if (at % 3 !== 0) await db.entitle(one, course.id)
    await db.owner('insert into public.question_follows (question_id, user_id) values ($1, $2)', [
      id,
      one.id,
    ])
  }
  await answer(ben, id)
  const told = await db.owner(
    'select recipient_id from public.notifications where answer_id in (select id from public.answers where question_id = $1)',
    [id],
  )
  const expected = [mia, ...others.filter((_, at) => at % 3 !== 0)].map((one) => one.id)
  expect(told.map((row) => row.recipient_id).sort()).toEqual(expected.sort())
})
