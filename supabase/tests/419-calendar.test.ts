import { describe, expect, test } from 'vitest'
import { useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// The address of a calendar contains a secret, which is shown once, stored as a hash, and can be renewed
// (rules/cohorts#calendar).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

interface Calendar {
  cohorts: {
    title: string
    openings: {
      event_id: string
      module: string
      lessons: number
      titles: string[]
      opens_at: string
      changed_at: string
    }[]
  }[]
}

async function scene() {
  const [mia, course] = [await db.person(), await db.course({ title: 'Knots' })]
  const id = await cohort({ courses: [course] })
  await release(id, course.text, 12, '09:00')
  await join(id, mia)
  const { token } = (await db.answer(mia, 'make_calendar_address', {})) as { token: string }
  const calendar = async (secret = token) => {
    const [row] = await db.owner('select public.calendar_of($1) as answer', [secret])
    return row?.answer as Calendar | null
  }
  return { mia, id, course, token, calendar }
}

test('the secret of a calendar returns the openings of its person’s cohorts', async () => {
  const { mia, id, calendar } = await scene()
  const found = (await calendar())?.cohorts
  expect(found).toMatchObject([
    {
      title: 'Autumn',
      openings: [
        { lessons: 2, course: 'Knots' },
        { lessons: 1, titles: ['Reading'] },
      ],
    },
  ])
  const [week] = (await db.answer(mia, 'my_week', {})) as { changes_at: string }[]
  expect(found?.[0]?.openings[1]?.opens_at).toBe(week?.changes_at)
  await change(id, mia, `state = 'PAUSED'`)
  expect((await calendar())?.cohorts[0]?.openings).toHaveLength(1)
  await change(id, mia, `state = 'LEFT'`)
  expect(await calendar()).toEqual({ cohorts: [] })
})

test('the calendar contains cohorts that have ended, but no drafts and no archived cohorts', async () => {
  const { id, calendar } = await scene()
  const change = (set: string) => db.owner(`update public.cohorts set ${set} where id = '${id}'`)
  await change(`starts_on = '2020-01-06', ends_on = '2020-03-01'`)
  expect((await calendar())?.cohorts[0]?.openings).toMatchObject([
    { opens_at: '2020-01-06T00:00:00+00:00' },
    { opens_at: '2020-01-18T09:00:00+00:00' },
  ])
  await change('archived_at = now()')
  expect(await calendar()).toEqual({ cohorts: [] })
  await change('archived_at = null, draft = true')
  expect(await calendar()).toEqual({ cohorts: [] })
})

test('a secret returns nothing if it is unknown, was replaced or removed, or belongs to a disabled person', async () => {
  const { mia, token, calendar } = await scene()
  const { token: renewed } = (await db.answer(mia, 'make_calendar_address', {})) as {
    token: string
  }
  expect([await calendar(token), await calendar('x'), await calendar('0'.repeat(64))]).toEqual([
    null,
    null,
    null,
  ])
  expect(await calendar(renewed)).not.toBeNull()
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [mia.id])
  expect(await calendar(renewed)).toBeNull()
  await db.owner('update public.profiles set disabled_at = null where id = $1', [mia.id])
  await db.answer(mia, 'end_calendar', {})
  expect(await calendar(renewed)).toBeNull()
  expect(await db.answer(mia, 'my_calendar', {})).toBeNull()
})

test('the secret is stored nowhere, and no signed-in person may use it', async () => {
  const { mia, token } = await scene()
  const places = await db.owner(
    `select 'address' as place from private.calendar_addresses a where a::text like $1
     union all select 'record' from public.audit_logs a where a::text like $1`,
    [`%${token}%`],
  )
  expect(places).toEqual([])
  expect((await db.call(mia, 'calendar_of', { token })).code).toBe('42501')
  expect((await db.call('visitor', 'make_calendar_address', {})).code).toBe('42501')
})

describe('an opening that is moved stays the same event, with a later time of change', () => {
  /** The events by the titles of their lessons. */
  const events = (found: Calendar | null) =>
    Object.fromEntries(
      (found?.cohorts[0]?.openings ?? []).map((event) => [event.titles.join(', '), event]),
    )
  const day = 86_400_000

  test.each([
    [
      'for all, by its day',
      (id: string) => `update public.releases set day = day + 1 where cohort_id = '${id}'`,
    ],
    [
      'for one person, by their shift',
      (id: string) => `update public.cohort_members set shift_days = 1 where cohort_id = '${id}'`,
    ],
    [
      'with the first day of the cohort',
      (id: string) => `update public.cohorts set starts_on = starts_on + 1 where id = '${id}'`,
    ],
  ])('%s', async (_, move) => {
    const { id, calendar } = await scene()
    const before = events(await calendar()).Reading
    await db.owner(move(id))
    const after = events(await calendar()).Reading
    expect(after?.event_id).toBe(before?.event_id)
    expect(Date.parse(after?.opens_at ?? '') - Date.parse(before?.opens_at ?? '')).toBe(day)
    expect(Date.parse(after?.changed_at ?? '')).toBeGreaterThan(
      Date.parse(before?.changed_at ?? ''),
    )
  })

  test('also if a whole module moves, gets or loses its time, or lessons get other times than their module', async () => {
    const { id, course, calendar } = await scene()
    const others = 'Watching, Looking it up'
    const seen = [events(await calendar())[others]]
    for (const change of [
      `insert into public.releases (cohort_id, module_id, day) values ('${id}', '${course.moduleId}', 3)`,
      `update public.releases set day = 4 where cohort_id = '${id}' and module_id is not null`,
      `delete from public.releases where cohort_id = '${id}' and module_id is not null`,
    ]) {
      await db.owner(change)
      seen.push(events(await calendar())[others])
    }
    expect(seen.map((event) => event?.event_id)).toEqual(seen.map(() => course.moduleId))
    const stamps = seen.map((event) => Date.parse(event?.changed_at ?? ''))
    expect(stamps).toEqual([...new Set(stamps)].sort((a, b) => a - b))
    await db.owner(`delete from public.releases where cohort_id = '${id}'`)
    expect(events(await calendar())[`Reading, ${others}`]?.event_id).toBe(course.moduleId)
  })

  test('lessons that open together are one event; a lesson that moves away is an event of its own', async () => {
    const { id, course, calendar } = await scene()
    const lessons = (await db.owner(
      'select id, title from public.lessons where module_id = $1 order by id',
      [course.moduleId],
    )) as { id: string; title: string }[]
    await db.owner(`delete from public.releases where cohort_id = '${id}'`)
    for (const lesson of lessons) await release(id, lesson.id, 20, '09:00')
    const [first] = lessons
    const [together] = (await calendar())?.cohorts[0]?.openings ?? []
    expect(together).toMatchObject({ lessons: 3, event_id: first?.id })
    await db.owner('update public.releases set day = 30 where lesson_id = $1', [first?.id])
    const ids = (await calendar())?.cohorts[0]?.openings.map((event) => event.event_id)
    expect(ids?.at(-1)).toBe(first?.id)
    expect(new Set(ids).size).toBe(2)
  })

  test('the time of the last change is deleted with the cohort', async () => {
    const { id, mia } = await scene()
    await db.owner(`delete from public.cohort_members where user_id = '${mia.id}'`)
    await db.owner(`delete from public.cohorts where id = '${id}'`)
    expect(
      await db.owner('select from private.schedule_changes where cohort_id = $1', [id]),
    ).toEqual([])
  })
})
