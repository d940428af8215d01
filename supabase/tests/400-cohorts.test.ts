import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { ALL, cohorts, PREVIEW } from './scenes/cohorts'

// People of a cohort get its courses, however they joined (rules/cohorts#grants).
const db = useDatabase()
const { cohort, join, change, grants, open } = cohorts(db)

describe('a membership grants the courses of its cohort', () => {
  test('to people who join, in every way, and takes only those when they leave', async () => {
    const [course, other] = [await db.course(), await db.course()]
    const mia = await db.person()
    await db.entitle(mia, other.id)
    const id = await cohort({ courses: [course, other] })
    await join(id, mia)
    expect(await open(mia, course)).toEqual(ALL)
    expect(await grants(mia)).toMatchObject([
      { course_id: other.id, cohort_id: null },
      { cohort_id: id, source: 'COHORT' },
      { cohort_id: id, source: 'COHORT' },
    ])
    await change(id, mia, `state = 'LEFT'`)
    expect(await open(mia, course)).toEqual(PREVIEW)
    expect(await grants(mia)).toMatchObject([{ course_id: other.id, cohort_id: null }])
    await change(id, mia, `state = 'ACTIVE'`)
    expect(await open(mia, course)).toEqual(ALL)
  })

  test('including those that are added later, and not those that are removed', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort()
    await join(id, mia)
    expect(await grants(mia)).toEqual([])
    await db.owner('insert into public.cohort_courses (cohort_id, course_id) values ($1, $2)', [
      id,
      course.id,
    ])
    expect(await grants(mia)).toMatchObject([{ course_id: course.id, cohort_id: id }])
    await db.owner('delete from public.cohort_courses where cohort_id = $1', [id])
    expect(await grants(mia)).toEqual([])
  })

  test('not while the cohort is a draft; archiving changes nothing', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course], draft: true })
    await join(id, mia)
    expect(await grants(mia)).toEqual([])
    await db.owner('update public.cohorts set draft = false where id = $1', [id])
    expect(await open(mia, course)).toEqual(ALL)
    await db.owner('update public.cohorts set archived_at = now() where id = $1', [id])
    expect(await open(mia, course)).toEqual(ALL)
  })

  test('until the last second of the day on which access ends, plus the shift of the person', async () => {
    const course = await db.course()
    const mia = await db.person()
    const id = await cohort({ courses: [course], accessDays: 100 })
    await db.owner(
      `update public.cohorts set time_zone = 'Europe/Vienna', access_ends_on = '2090-06-30' where id = $1`,
      [id],
    )
    await join(id, mia)
    expect(await grants(mia)).toMatchObject([{ expires_at: new Date('2090-06-30T21:59:59Z') }])
    await change(id, mia, 'shift_days = 7')
    expect(await grants(mia)).toMatchObject([{ expires_at: new Date('2090-07-07T21:59:59Z') }])
    await db.owner(`update public.cohorts set access_ends_on = '2090-07-31' where id = $1`, [id])
    expect(await grants(mia)).toMatchObject([{ expires_at: new Date('2090-08-07T21:59:59Z') }])
  })

  test('and no other act revokes them', async () => {
    const course = await db.course()
    const [mia, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    const id = await cohort({ courses: [course] })
    await join(id, mia)
    await db.as(admin, 'delete from public.entitlements where user_id = $1', [mia.id])
    await db.answer(admin, 'save_access', {
      user_id: mia.id,
      to_grant: [],
      to_revoke: [course.id],
    })
    expect(await grants(mia)).toMatchObject([{ cohort_id: id }])
  })
})

describe('staff of a cohort', () => {
  test('can open its courses regardless of the schedule', async () => {
    const course = await db.course()
    const coach = await db.person({ role: 'MODERATOR' })
    const id = await cohort({ courses: [course], starts: 5, staff: [coach] })
    expect(await open(coach, course)).toEqual(ALL)
    expect(await db.answer(coach, 'course_outline', { slug: course.slug })).toMatchObject({
      staff: true,
      entitled: false,
    })
    await db.owner('delete from public.cohort_staff where cohort_id = $1', [id])
    expect(await open(coach, course)).toEqual(PREVIEW)
  })

  test('are administrators and moderators, and stop being staff of the cohort when they lose the role', async () => {
    const [mia, coach] = [await db.person(), await db.person({ role: 'MODERATOR' })]
    const id = await cohort({ staff: [coach] })
    await expect(cohort({ staff: [mia] })).rejects.toThrow('Only administrators and moderators')
    await db.owner(`update public.profiles set role = 'MEMBER' where id = $1`, [coach.id])
    expect(await db.owner('select from public.cohort_staff where cohort_id = $1', [id])).toEqual([])
  })
})

describe('seats', () => {
  test('are never exceeded, and a seat is free again when somebody leaves', async () => {
    const [mia, max, admin] = [
      await db.person(),
      await db.person(),
      await db.person({ role: 'ADMIN' }),
    ]
    const id = await cohort({ seats: 1 })
    await join(id, mia)
    const add = () => db.call(admin, 'add_cohort_people', { cohort_id: id, people: [max.id] })
    expect(await add()).toMatchObject({
      code: 'PT409',
      message: 'Autumn has no seats left. Nothing was changed.',
    })
    await change(id, mia, `state = 'LEFT'`)
    expect((await add()).code).toBeUndefined()
    expect(
      await db.as(admin, 'update public.cohorts set seats = 0 where id = $1', [id]),
    ).toMatchObject({ code: 'PT409' })
  })
})

test('a person sees only their own cohort and membership, and changes neither', async () => {
  const [mia, max] = [await db.person(), await db.person()]
  const id = await cohort()
  await join(id, mia)
  await join(id, max)
  expect(
    (await db.as(mia, 'select user_id from public.cohort_members where cohort_id = $1', [id])).rows,
  ).toEqual([{ user_id: mia.id }])
  expect(
    (await db.as(mia, 'select title from public.cohorts where id = $1', [id])).rows,
  ).toHaveLength(1)
  expect(
    (await db.as(await db.person(), 'select from public.cohorts where id = $1', [id])).rows,
  ).toEqual([])
  expect(
    (await db.as(mia, `update public.cohort_members set open_all = true returning user_id`)).rows,
  ).toEqual([])
  expect((await db.as(mia, `update public.cohorts set title = 'Mine' returning id`)).rows).toEqual(
    [],
  )
  expect(await db.as(mia, 'select from public.releases')).toEqual({ rows: [] })
  const acts: [string, Record<string, unknown>][] = [
    ['add_cohort_people', { cohort_id: id, people: [mia.id] }],
    ['change_cohort_people', { cohort_id: id, people: [mia.id], act: 'open' }],
    ['move_cohort', { cohort_id: id, days: 1 }],
    ['set_cohort_courses', { cohort_id: id, course_ids: [] }],
    ['start_cohort_again', { cohort_id: id, starts_on: '2090-01-01', title: 'Mine', slug: 'mine' }],
    [
      'create_cohort',
      {
        title: 'Mine',
        slug: 'mine',
        time_zone: 'UTC',
        starts_on: '2090-01-01',
        ends_on: '2090-02-01',
      },
    ],
  ]
  for (const [name, args] of acts) {
    expect([name, (await db.call(mia, name, args)).code]).toEqual([name, '42501'])
  }
})
