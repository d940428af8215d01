import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { cohorts } from '../scenes/cohorts'

// Tests which lessons of a course are hard, for whom, and in which order (rules/courses#where-hard).
const db = useDatabase()
const { cohort, join } = cohorts(db)

interface Row {
  id: string
  title: string
  stopped: number | null
  questions: number
  handed_in: number | null
  rounds: number | null
  criterion: { title: string; judged: number; failed: number } | null
  passed: number | null
  failed_runs: number | null
  high: string[]
}

const admin = () => db.person({ role: 'ADMIN' })
const read = async (who: Person, course: string) =>
  (await db.answer(who, 'where_course_is_hard', { course_id: course })) as {
    slug: string
    lessons: number
    rows: Row[]
  }
const rowOf = async (who: Person, course: string, lesson: string) =>
  (await read(who, course)).rows.find(({ id }) => id === lesson)
const titles = ({ rows }: { rows: Row[] }) => rows.map(({ title }) => title)

/** Adds a lesson behind the three that each course has. */
async function lesson(moduleId: string, type: 'ASSIGNMENT' | 'EXERCISE', index = 3) {
  const id = randomUUID()
  await db.owner(
    `insert into public.lessons (id, module_id, title, index, content_type, content) values ($1, $2, $3, $4, $5, 'Brief')`,
    [id, moduleId, type, index, type],
  )
  return id
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => db.person()))

const ask = async (place: string, count: number, more = 'null') => {
  for (const asker of await people(count)) {
    await db.owner(
      `insert into public.questions (lesson_id, author_id, title, cohort_id) values ($1, $2, 'The secret question', ${more})`,
      [place, asker.id],
    )
  }
}

/** Lets people hand in so many rounds each; the last round is reviewed with this level of a criterion. */
async function handedIn(
  place: string,
  by: Person[],
  rounds: number,
  level = 1,
  inCohort: string | null = null,
) {
  for (const { id } of by) {
    await db.owner(
      `with work as (
         insert into public.submissions (lesson_id, user_id, cohort_id, round) values ($1, $2, $3, $4) returning id),
       round as (
         insert into public.submission_rounds (submission_id, round, text) select id, $4, 'The secret work' from work returning id),
       review as (
         insert into public.reviews (round_id, verdict, rubric, levels)
         select id, 'AGAIN', '[{"id": "c1", "title": "It works", "essential": false, "levels": []}]', jsonb_build_object('c1', $5::int) from round returning id)
       insert into private.review_waits (review_id, lesson_id, cohort_id, waited_sec) select id, $1, $3, 60 from review`,
      [place, id, inCohort, rounds, level],
    )
  }
}

const ran = async (place: string, by: Person[], runs: number | null) => {
  for (const { id } of by) {
    await db.owner(
      `insert into private.exercise_standings (user_id, lesson_id, runs, runs_to_pass, passed_at) values ($1, $2, 9, $3, now())`,
      [id, place, runs],
    )
  }
}

/** Lets people complete the first lesson of a course 30 days ago, and nothing since. */
const stopped = async (course: { id: string; text: string }, by: Person[]) => {
  for (const person of by) {
    await db.owner(
      `insert into public.entitlements (user_id, course_id, created_at) values ($1, $2, now() - interval '60 days') on conflict do nothing`,
      [person.id, course.id],
    )
    await db.owner(
      `insert into public.lesson_completions (user_id, lesson_id, completed_at) values ($1, $2, now() - interval '30 days')`,
      [person.id, course.text],
    )
  }
}

describe('a course', () => {
  test('without any figures has no rows', async () => {
    const course = await db.course()
    expect(await read(await admin(), course.id)).toEqual({
      slug: course.slug,
      lessons: 3,
      rows: [],
    })
  })

  test('shows each figure at its lesson', async () => {
    const [course, who] = [await db.course(), await admin()]
    const [task, practice] = [
      await lesson(course.moduleId, 'ASSIGNMENT'),
      await lesson(course.moduleId, 'EXERCISE', 4),
    ]
    await ask(course.link, 2)
    await handedIn(task, await people(2), 1)
    await handedIn(task, await people(2), 3, 0)
    await ran(practice, await people(3), 6)
    await ran(practice, await people(1), null)
    await stopped(course, await people(3))
    const { rows } = await read(who, course.id)
    const by = new Map(rows.map((row) => [row.id, row]))
    expect(by.get(course.preview)).toMatchObject({ stopped: 3, questions: 0, high: ['stopped'] })
    expect(by.get(course.link)).toMatchObject({ stopped: null, questions: 2, high: [] })
    expect(by.get(task)).toMatchObject({
      ...{ handed_in: 4, rounds: 2, high: ['rounds', 'criterion'] },
      criterion: { title: 'It works', judged: 4, failed: 2 },
    })
    expect(by.get(practice)).toMatchObject({ passed: 3, failed_runs: 5, high: ['failed_runs'] })
    expect(by.has(course.text)).toBe(false)
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  test('has the lesson with the most high figures first, then by people who stopped and by questions', async () => {
    const [course, who] = [await db.course(), await admin()]
    const task = await lesson(course.moduleId, 'ASSIGNMENT')
    await handedIn(task, await people(3), 2, 0)
    await ask(course.text, 2)
    await ask(course.link, 3)
    await stopped(course, await people(3))
    expect(titles(await read(who, course.id))).toEqual([
      'ASSIGNMENT',
      'Watching',
      'Looking it up',
      'Reading',
    ])
  })

  test('does not count questions that were deleted or merged, nor lessons in the bin', async () => {
    const [course, who] = [await db.course(), await admin()]
    await ask(course.text, 3)
    const [first] = await db.owner(
      'update public.questions set deleted_at = now() where id = (select id from public.questions where lesson_id = $1 limit 1) returning id',
      [course.text],
    )
    await db.owner(
      `update public.questions q set merged_into_id = o.id from public.questions o
       where q.id = (select id from public.questions where lesson_id = $1 and id <> $2 order by id limit 1)
         and o.id = (select id from public.questions where lesson_id = $1 and id <> $2 order by id desc limit 1)`,
      [course.text, first?.id],
    )
    expect(await rowOf(who, course.id, course.text)).toMatchObject({ questions: 1 })
    await db.owner('update public.lessons set deleted_at = now() where id = $1', [course.text])
    expect(await read(who, course.id)).toMatchObject({ lessons: 2, rows: [] })
  })
})

test('figures about fewer than three people are left out', async () => {
  const [course, who] = [await db.course(), await admin()]
  const [task, practice] = [
    await lesson(course.moduleId, 'ASSIGNMENT'),
    await lesson(course.moduleId, 'EXERCISE', 4),
  ]
  await handedIn(task, await people(2), 3, 0)
  await ran(practice, await people(2), 9)
  await stopped(course, await people(2))
  expect(await read(who, course.id)).toMatchObject({ rows: [] })
})

describe('the figures', () => {
  test('are returned to creators for their own courses, are empty for moderators of other people, and are refused to others', async () => {
    await db.withSettings(
      { creators_admin_panel: true, moderators_see_everybody: false },
      async () => {
        const creator = await db.person({ role: 'CREATOR' })
        const [own, other] = [await db.course({ by: creator }), await db.course()]
        await ask(own.text, 1)
        expect(titles(await read(creator, own.id))).toEqual(['Reading'])
        const moderator = await db.person({ role: 'MODERATOR' })
        expect(await read(moderator, own.id)).toEqual({ nobody: true })
        for (const [who, course] of [
          [creator, other],
          [await db.person(), own],
          ['visitor', own],
        ] as const) {
          const { code } = await db.call(who, 'where_course_is_hard', { course_id: course.id })
          expect(code).toBe('42501')
        }
      },
    )
  })

  test('count the people assigned to a moderator, and everybody while moderators see everybody', async () => {
    const [course, coach] = [await db.course(), await db.person({ role: 'MODERATOR' })]
    const [mine, others] = [
      await cohort({ courses: [course], staff: [coach] }),
      await cohort({ courses: [course] }),
    ]
    const [task, practice] = [
      await lesson(course.moduleId, 'ASSIGNMENT'),
      await lesson(course.moduleId, 'EXERCISE', 4),
    ]
    const [my, their] = [await people(3), await people(3)]
    for (const person of my) await join(mine, person)
    for (const person of their) await join(others, person)
    await handedIn(task, my, 2, 0, mine)
    await handedIn(task, their, 5, 0, others)
    await ran(practice, my, 2)
    await ran(practice, their, 8)
    await stopped(course, [...my, ...their])
    await ask(course.text, 1, `'${mine}'`)
    await ask(course.text, 2, `'${others}'`)
    const of = async () => {
      const { rows } = await read(coach, course.id)
      const by = new Map(rows.map((row) => [row.id, row]))
      return {
        ...{ asked: by.get(course.text)?.questions, stopped: by.get(course.preview)?.stopped },
        ...{ handedIn: by.get(task)?.handed_in, judged: by.get(task)?.criterion?.judged },
        ...{ rounds: by.get(task)?.rounds, failed: by.get(practice)?.failed_runs },
      }
    }
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await of()).toEqual({
        ...{ asked: 1, stopped: 3, handedIn: 3, judged: 3, rounds: 2, failed: 1 },
      })
    })
    expect(await of()).toEqual({
      ...{ asked: 3, stopped: 6, handedIn: 6, judged: 6, rounds: 3.5, failed: 4 },
    })
  })
})

test('moderators who see only their own people have no figures of a course that is not published', async () => {
  await db.withSettings({ moderators_see_everybody: false }, async () => {
    const [course, moderator] = [await db.course(), await db.person({ role: 'MODERATOR' })]
    await cohort({ courses: [course], starts: -3, staff: [moderator] })
    expect((await read(moderator, course.id)).lessons).toBe(3)
    await db.owner(`update public.courses set status = 'DRAFT' where id = $1`, [course.id])
    expect(await read(moderator, course.id)).toEqual({ nobody: true })
  })
})
