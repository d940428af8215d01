import { expect, test } from 'vitest'
import { useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

// A calendar's address is its secret: shown once, kept as a hash, renewed at will (rules/cohorts#calendar).
const db = useDatabase()
const { cohort, join, release, change } = cohorts(db)

interface Calendar {
  cohorts: { title: string; openings: { module: string; lessons: number; opens_at: string }[] }[]
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

test('its secret gives the openings of its person’s cohorts', async () => {
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

test('a renewed, ended, unknown or disabled person’s secret gives nothing', async () => {
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

test('the secret is stored nowhere, and nobody signed in may ask with it', async () => {
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
