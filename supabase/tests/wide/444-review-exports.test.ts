import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from '../database'
import { assignments } from '../scenes/assignments'

// The export of the queue contains what the screen shows, for the same people (rules/records#exports,
// rules/assignments#blind).
const db = useDatabase()
const { task, group, waiting, handIn, review, queue, claim } = assignments(db)

interface Begun {
  id: string
  total: number
}
interface Page {
  rows: Record<string, unknown>[]
  next: unknown
}

const begin = (who: Person, filter: object) =>
  db.value(who, 'select public.begin_export($1, $2)', ['reviews', filter]) as Promise<Begun>
const read = (who: Person, id: string, after: unknown = null) =>
  db.value(who, 'select public.export_rows($1, $2)', [id, JSON.stringify(after)]) as Promise<Page>

async function exported(who: Person, filter: object = {}) {
  const { id, total } = await begin(who, filter)
  const { rows } = await read(who, id)
  expect(total).toBe(rows.length)
  return rows
}

const ids = async (who: Person, filter: object = {}) =>
  (await exported(who, filter)).map(({ id }) => id)

describe('the queue as a file', () => {
  test('contains the fields of the queue for each work, but neither the work nor the texts of reviews', async () => {
    const { coach, mia, lesson, round, id } = await waiting({
      dueDay: 0,
      accepts: ['TEXT', 'LINK'],
    })
    await review(coach, round.id, { verdict: 'AGAIN', comment: 'Secret comment' })
    await handIn(mia, lesson, {
      text: 'Secret text',
      url: 'https://secret.example',
      note: 'Secret note',
    })
    const [row, ...others] = await exported(coach, { lesson_id: lesson })
    expect(others).toEqual([])
    expect(row).toEqual({
      id,
      assignment: 'Building a page',
      course: expect.any(String),
      cohort: expect.any(String),
      person: 'Mia Wu',
      round: 2,
      state: 'Waiting',
      handed_in: expect.any(String),
      due: expect.any(String),
      late: 'Yes',
      waiting_since: expect.any(String),
      verdict: 'Please go on',
      reviewed: expect.any(String),
      reviewer: 'Cora',
    })
    expect(JSON.stringify(row)).not.toMatch(/secret|@/i)
    const records = await db.owner(
      `select target_id, after ->> 'rows' as rows, after -> 'filter' as filter from public.audit_logs where user_id = $1 and action = 'data.export'`,
      [coach.id],
    )
    expect(records).toEqual([{ target_id: 'reviews', rows: '1', filter: { lesson_id: lesson } }])
  })

  test('has the last review that was not withdrawn, or none', async () => {
    const { coach, mia, lesson, round } = await waiting()
    expect((await exported(coach, { lesson_id: lesson }))[0]).not.toHaveProperty('verdict')
    await review(coach, round.id, { verdict: 'AGAIN' })
    const { id } = await review(coach, (await handIn(mia, lesson)).id)
    const passed = { lesson_id: lesson, state: 'PASSED' }
    expect(await exported(coach, passed)).toMatchObject([
      { state: 'Passed', verdict: 'Passed', waiting_since: null },
    ])
    await db.answer(coach, 'withdraw_review', { review_id: id })
    expect(await exported(coach, passed)).toEqual([])
    expect(await exported(coach, { lesson_id: lesson })).toMatchObject([
      { state: 'Waiting', verdict: 'Please go on' },
    ])
  })

  test('contains the same work as the queue with the same filter', async () => {
    const admin = await db.person({ role: 'ADMIN' })
    const [late, other, done] = [await waiting({ dueDay: 0 }), await waiting(), await waiting()]
    await review(done.coach, done.round.id, { verdict: 'AGAIN' })
    await claim(admin, other.id)
    const of = { course_id: late.course.id }
    for (const filter of [
      of,
      { lesson_id: other.lesson },
      { cohort_id: late.cohort },
      { late: 'true' },
      { mine: 'true' },
      { state: 'RETURNED', lesson_id: done.lesson },
      { state: 'PASSED', ...of },
      { state: 'UNKNOWN', lesson_id: other.lesson },
    ]) {
      const found = await ids(admin, filter)
      const expected = await queue(admin, filter)
      // The helper reads one page of 100.
      expect(expected.length).toBeLessThan(100)
      expect([filter, found.sort()]).toEqual([filter, expected.sort()])
    }
    expect(await ids(admin, { mine: 'true' })).toEqual([other.id])
    expect(await ids(admin, { late: 'true', ...of })).toEqual([late.id])
  })

  test('names nobody while work of a blind assignment waits', async () => {
    const { coach, mia, lesson, round } = await waiting({ blind: true })
    const seen = async (state: string) => exported(coach, { lesson_id: lesson, state })
    const hidden = await seen('WAITING')
    expect(hidden).toMatchObject([{ person: null }])
    for (const trace of ['Mia', mia.id, mia.email]) {
      expect(JSON.stringify(hidden)).not.toContain(trace)
    }
    await review(coach, round.id, { verdict: 'AGAIN' })
    expect(await seen('RETURNED')).toMatchObject([{ person: 'Mia Wu', state: 'Please go on' }])
    await handIn(mia, lesson)
    expect(await seen('WAITING')).toMatchObject([{ person: null, reviewer: 'Cora' }])
  })

  test('continues after its last row, and keeps the place of work that is handed in again meanwhile', async () => {
    const work = await task()
    const admin = await db.person({ role: 'ADMIN' })
    await db.authService(
      `insert into auth.users (id, email, raw_user_meta_data, email_confirmed_at)
       select gen_random_uuid(), n || $1 || '@many.test', '{"name": "Many"}', now() from generate_series(1, 1100) n`,
      [work.lesson],
    )
    await db.owner(
      `with made as (
         insert into public.submissions (lesson_id, user_id) select $1, p.id from public.profiles p where p.email like $2 returning id)
       insert into public.submission_rounds (submission_id, round, text, submitted_at)
       select m.id, 1, 'x', now() - (row_number() over () || ' minutes')::interval from made m`,
      [work.lesson, `%${work.lesson}@many.test`],
    )
    const begun = await begin(admin, { lesson_id: work.lesson })
    expect(begun.total).toBe(1100)
    const first = await read(admin, begun.id)
    expect(first.rows).toHaveLength(1000)
    await db.owner(
      `with last as (
         select r.submission_id from public.submission_rounds r join public.submissions s on s.id = r.submission_id
         where s.lesson_id = $1 order by r.submitted_at limit 1),
       more as (insert into public.submission_rounds (submission_id, round, text) select submission_id, 2, 'y' from last)
       update public.submissions s set round = 2 from last where s.id = last.submission_id`,
      [work.lesson],
    )
    const second = await read(admin, begun.id, first.next)
    expect(second.next).toBeNull()
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(1100)
  })
})

describe('who exports the queue', () => {
  test('gets the work that they may review, never their own', async () => {
    const creator = await db.person({ role: 'CREATOR' })
    await db.withSettings(
      { moderators_see_everybody: false, creators_admin_panel: true },
      async () => {
        const mine = await waiting({ by: creator })
        const other = await waiting()
        expect(await ids(mine.coach)).toEqual([mine.id])
        expect(await ids(creator)).toEqual([mine.id])
        expect(await ids(mine.coach, { cohort_id: other.cohort })).toEqual([])
        expect(await ids(creator, { lesson_id: other.lesson })).toEqual([])
        expect(await ids(await db.person({ role: 'CREATOR' }))).toEqual([])
        expect(await ids(await db.person({ role: 'MODERATOR' }))).toEqual([])
      },
    )
    const work = await task()
    const admin = await db.person({ role: 'ADMIN' })
    await group(work, [admin])
    await handIn(admin, work.lesson)
    expect(await ids(admin, { lesson_id: work.lesson })).toEqual([])
  })

  test('gets, as a moderator, work of their people that was handed in without a cohort', async () => {
    const work = await task()
    const [mia, coach] = [await db.person(), await db.person({ role: 'MODERATOR' })]
    await db.entitle(mia, work.course.id)
    await handIn(mia, work.lesson)
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      expect(await ids(coach, { lesson_id: work.lesson })).toEqual([])
      await group(work, [mia], { staff: [coach] })
      expect(await ids(coach, { lesson_id: work.lesson })).toHaveLength(1)
    })
  })

  test('has to be staff: members, creators without the back-office, and visitors are refused, even during an export', async () => {
    const { mia, lesson, coach, cohort } = await waiting()
    const people: (Person | 'visitor')[] = [mia, 'visitor']
    await db.withSettings({ creators_admin_panel: false }, async () => {
      for (const who of [...people, await db.person({ role: 'CREATOR' })]) {
        const { code } = await db.as(who, `select public.begin_export('reviews', $1)`, [
          { lesson_id: lesson },
        ])
        expect(code).toBe('42501')
      }
    })
    await db.withSettings({ moderators_see_everybody: false }, async () => {
      const { id } = await begin(coach, { lesson_id: lesson })
      await db.owner('delete from public.cohort_staff where cohort_id = $1', [cohort])
      expect((await read(coach, id)).rows).toEqual([])
      await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [coach.id])
      expect((await db.as(coach, 'select public.export_rows($1)', [id])).code).toBe('42501')
    })
  })
})
