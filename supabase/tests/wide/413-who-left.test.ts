import { beforeAll, describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'
import { questions } from '../scenes/questions'

// Staff of a cohort have no rights on a person who left it, unless they see everybody. The list of the cohort keeps the
// name and the day (rules/cohorts#left).
const db = useDatabase()
const { waiting, handIn, claim, queue } = assignments(db)
const { ask } = questions(db)

const narrowed = <T>(work: () => Promise<T>) =>
  db.withSettings({ moderators_see_everybody: false, creators_admin_panel: true }, work)

async function scene() {
  const creator = await db.person({ role: 'CREATOR', name: 'Cleo' })
  const work = await waiting({ by: creator })
  const lesson = work.course.text
  const asked = {
    staff: await ask(work.mia, lesson, { audience: 'STAFF' }),
    cohort: await ask(work.mia, lesson, { audience: 'COHORT' }),
  }
  const change = (act: string, who = admin) =>
    db.call(who, 'change_cohort_people', {
      cohort_id: work.cohort,
      people: `{${work.mia.id}}`,
      act,
    })
  return { ...work, creator, asked, change }
}

type Scene = Awaited<ReturnType<typeof scene>>

let admin: Person
beforeAll(async () => {
  admin = await db.person({ role: 'ADMIN', name: 'Ada' })
})

/** Acts of a coach on Mia, her work and her questions; each returns whether it is refused. */
const ACTS: Record<string, (s: Scene) => [name: string, args: Record<string, unknown>]> = {
  review: ({ id }) => ['review', { submission_id: id }],
  claim: ({ id }) => ['claim_submission', { submission_id: id }],
  publish: ({ round }) => ['publish_review', { round_id: round.id, verdict: 'PASS' }],
  'hand over': ({ id }) => ['hand_over', { submission_id: id }],
  'more time': ({ lesson, mia }) => [
    'give_extension',
    { lesson_id: lesson, user_id: mia.id, due_at: '2090-01-01T00:00:00Z' },
  ],
  runs: ({ course, mia }) => ['exercise_runs_of', { lesson_id: course.text, user_id: mia.id }],
  ban: ({ course, mia }) => ['ban_from_questions', { course_id: course.id, user_id: mia.id }],
  'question to staff': ({ asked }) => ['question', { question_id: asked.staff.id }],
  person: ({ mia }) => ['person', { user_id: mia.id }],
  shift: ({ cohort, mia }) => [
    'change_cohort_people',
    { cohort_id: cohort, people: `{${mia.id}}`, act: 'shift', days: 3 },
  ],
}

const listOf = async ({ cohort, coach }: Scene, query = '') =>
  (
    (await db.answer(coach, 'cohort_member_list', { cohort_id: cohort, state: 'LEFT', query })) as {
      people: Record<string, unknown>[]
    }
  ).people

describe('a person who left', () => {
  test('cannot be reviewed, banned, shifted or looked up by the staff of the cohort', async () => {
    const s = await scene()
    await claim(s.coach, s.id)
    await narrowed(async () => {
      await s.change('leave')
      const tried: Record<string, unknown> = {}
      for (const [name, act] of Object.entries(ACTS)) {
        const { code, rows } = await db.call(s.coach, ...act(s))
        tried[name] = code ?? rows[0]?.answer
      }
      expect(tried).toEqual({
        ...Object.fromEntries(Object.keys(ACTS).map((name) => [name, '42501'])),
        ...{ 'question to staff': 'PT404', person: 'PT404', shift: { changed: 0 } },
      })
      const direct = `update public.cohort_members set shift_days = 3 where user_id = $1`
      expect((await db.as(s.coach, direct, [s.mia.id])).code).toBe('PT409')
      expect(await queue(s.coach)).toEqual([])
      expect(JSON.stringify(await db.answer(s.coach, 'staff_inbox', {}))).not.toContain(s.id)
      for (const name of ['person_work', 'person_cohorts', 'person_exercises']) {
        expect([name, await db.answer(s.coach, name, { user_id: s.mia.id })]).toEqual([name, []])
      }
      // The claim of the coach would keep others from the work for half an hour.
      expect((await claim(s.creator, s.id)).code).toBeUndefined()
    })
  })

  test('stays in the list with name and day, without email, progress, or a search by email', async () => {
    const s = await scene()
    await s.change('leave')
    await narrowed(async () => {
      const [row] = await listOf(s)
      expect(row).toMatchObject({
        ...{ id: s.mia.id, name: 'Mia Wu', removed_by_staff: true },
        ...{ email: null, completed: null, last_at: null, left_at: expect.any(String) },
      })
      expect(await listOf(s, 'mia')).toHaveLength(1)
      expect(await listOf(s, s.mia.email)).toEqual([])
      const { id } = (await db.answer(s.coach, 'begin_export', {
        list: 'cohort_members',
        filter: JSON.stringify({ cohort: s.cohort, state: 'LEFT' }),
      })) as { id: string }
      const file = JSON.stringify(await db.answer(s.coach, 'export_rows', { export_id: id }))
      expect(file).toContain('Mia Wu')
      expect(file).not.toContain(s.mia.email)
    })
    // Those who see everybody read the email.
    expect(await listOf(s)).toMatchObject([{ email: s.mia.email }])
  })

  test('whose work waits has it in the queue of work without a cohort, and in the queue of the cohort again after returning', async () => {
    const s = await scene()
    await s.change('leave')
    await narrowed(async () => {
      expect(await queue(s.creator)).toEqual([s.id])
      expect(await queue(admin, { cohort_id: s.cohort })).toEqual([])
      // The staff of the cohort may add them again, and nothing else.
      expect((await s.change('return', s.coach)).rows[0]?.answer).toEqual({ changed: 1 })
      expect(await queue(s.coach, { cohort_id: s.cohort })).toEqual([s.id])
      expect(
        (await db.call(s.coach, 'question', { question_id: s.asked.staff.id })).code,
      ).toBeUndefined()
    })
  })

  test('leaves questions for the cohort in it, where the others can read them', async () => {
    const s = await scene()
    const ben = await db.person()
    await db.owner('insert into public.cohort_members (cohort_id, user_id) values ($1, $2)', [
      s.cohort,
      ben.id,
    ])
    await s.change('leave')
    expect(
      (await db.call(ben, 'question', { question_id: s.asked.cohort.id })).code,
    ).toBeUndefined()
  })

  test('who hands in again, in a course that they have without the cohort, has no work in the cohort', async () => {
    const s = await scene()
    await db.entitle(s.mia, s.course.id)
    await s.change('leave')
    await handIn(s.mia, s.lesson)
    await narrowed(async () => expect(await queue(s.coach)).toEqual([]))
  })

  test('who hands in or asks at the moment of leaving has neither work nor question in the cohort', async () => {
    const s = await scene()
    const ben = await db.person()
    await db.entitle(ben, s.course.id)
    await db.owner('insert into public.cohort_members (cohort_id, user_id) values ($1, $2)', [
      s.cohort,
      ben.id,
    ])
    const made: Promise<unknown>[] = []
    await db.transaction(async (client) => {
      await client.query(`update public.cohort_members set state = 'LEFT' where user_id = $1`, [
        ben.id,
      ])
      made.push(handIn(ben, s.lesson), ask(ben, s.course.text))
      const waits = `select count(*)::int as n from pg_locks where not granted and locktype = 'transactionid'`
      await expect.poll(async () => (await db.owner(waits))[0]?.n).toBe(2)
    })
    await Promise.all(made)
    const kept = await db.owner(
      `select cohort_id from public.submissions where user_id = $1
       union all select cohort_id from public.questions where author_id = $1`,
      [ben.id],
    )
    expect(kept).toEqual([{ cohort_id: null }, { cohort_id: null }])
  })
})
