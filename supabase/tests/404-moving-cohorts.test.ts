import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// One act moves a cohort, and the opposite move undoes it. A new cohort can begin from an old one
// (rules/cohorts#moving).
const db = useDatabase()
const { cohort, join, release } = cohorts(db)

describe('moving a cohort', () => {
  const schedule = async (id: string) => {
    const [dates] = await db.owner(
      `select starts_on::text, ends_on::text, access_ends_on::text,
         (select array_agg(r.day order by r.day) from public.releases r where r.cohort_id = c.id) as days
       from public.cohorts c where c.id = $1`,
      [id],
    )
    return dates
  }

  test.each([
    ['that has not begun moves its first day', 5, 3],
    ['that has begun moves what lies ahead', -10, 3],
    ['to an earlier day opens what then lies in the past', -10, -4],
  ])('%s, and the opposite move undoes it', async (_what, starts, days) => {
    const course = await db.course()
    const [mia, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    const id = await cohort({ courses: [course], starts, accessDays: 120 })
    await release(id, course.text, 4)
    await release(id, course.link, 12)
    await join(id, mia)
    const before = await schedule(id)
    const plan = await db.answer(admin, 'move_cohort', { cohort_id: id, days })
    expect(plan).toMatchObject(starts > 0 ? { moves: 2, stays: 0 } : { moves: 1, stays: 1 })
    const { changes, ...told } = plan as { changes: { title: string; from: string; to: string }[] }
    expect(told).toMatchObject({ names: ['Test Person'] })
    const last = changes.at(-1)
    expect(last).toMatchObject({ kind: 'OPENING', title: 'Looking it up' })
    expect(Date.parse(`${last?.to}Z`) - Date.parse(`${last?.from}Z`)).toBe(days * 86_400_000)
    expect(await schedule(id)).toEqual(before)
    await db.answer(admin, 'move_cohort', { cohort_id: id, days, dry_run: false })
    expect((await schedule(id))?.days).toEqual(starts > 0 ? [4, 12] : [4, 12 + days])
    expect(await schedule(id)).not.toEqual(before)
    expect(await db.answer(admin, 'cohort', { cohort_id: id })).toMatchObject({
      last_move: { days },
    })
    await db.answer(admin, 'move_cohort', { cohort_id: id, days: -days, dry_run: false })
    expect(await schedule(id)).toEqual(before)
  })
})

test('a cohort begins again with its courses, schedule and staff, once', async () => {
  const course = await db.course()
  const [mia, coach, admin] = [
    await db.person(),
    await db.person({ role: 'MODERATOR' }),
    await db.person({ role: 'ADMIN' }),
  ]
  const id = await cohort({ courses: [course], staff: [coach], seats: 30, accessDays: 90 })
  await release(id, course.text, 7, '09:00')
  await join(id, mia)
  const again = (slug: string) =>
    db.answer(admin, 'start_cohort_again', {
      cohort_id: id,
      starts_on: '2090-03-01',
      title: 'Spring',
      slug,
    }) as Promise<{ id: string }>
  const slug = `spring-${id.slice(0, 8)}`
  const made = await again(slug)
  expect(await again(slug)).toEqual(made)
  expect(
    await db.owner(
      `select starts_on::text, ends_on - starts_on as lasts, access_ends_on - starts_on as access, seats,
         (select count(*)::int from public.cohort_members m where m.cohort_id = c.id) as people,
         (select array_agg(s.user_id) from public.cohort_staff s where s.cohort_id = c.id) as staff,
         (select array_agg(r.day || ' ' || r.at_time) from public.releases r where r.cohort_id = c.id) as opens
       from public.cohorts c where c.id = $1`,
      [made.id],
    ),
  ).toEqual([
    {
      starts_on: '2090-03-01',
      lasts: 84,
      access: 90,
      seats: 30,
      people: 0,
      staff: [coach.id],
      opens: ['7 09:00:00'],
    },
  ])
  await expect(
    again(
      (await db.owner('select slug from public.cohorts where id = $1', [id]))[0]?.slug as string,
    ),
  ).rejects.toThrow('already in use')
})
