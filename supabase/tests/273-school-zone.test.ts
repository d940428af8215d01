import { describe, expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { assignments } from './scenes/assignments'

// The time zone of the school applies to due dates, and not the time zone of a person (rules/settings#time-zone).
const db = useDatabase()
const { task } = assignments(db)

const choose = 'update public.settings set time_zone = $1 returning time_zone'
const shown = async () =>
  ((await db.value('visitor', 'select public.public_settings()')) as { time_zone: string })
    .time_zone

test('administrators choose the zone, visitors see it, and it is an IANA name', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  await db.withSettings({ time_zone: 'UTC' }, async () => {
    expect((await db.as(admin, choose, ['Asia/Tokyo'])).rows).toEqual([{ time_zone: 'Asia/Tokyo' }])
    expect(await shown()).toBe('Asia/Tokyo')
    for (const zone of ['CET', 'Mars/Olympus', '', '+02:00']) {
      expect(await db.as(admin, choose, [zone]), zone).toMatchObject({
        code: 'PT422',
        message: 'There is no such time zone.',
      })
    }
    for (const role of ['MODERATOR', 'CREATOR', 'MEMBER'] as const) {
      expect((await db.as(await db.person({ role }), choose, ['UTC'])).rows).toEqual([])
    }
    expect(await shown()).toBe('Asia/Tokyo')
  })
})

describe('a due date of a person without a cohort', () => {
  /** Adds a person whose work is due at noon (UTC) of a day, and is shut at its end. */
  async function scene() {
    const { lesson, course } = await task({ shutAfter: 0 })
    const [mia, admin] = [await db.person(), await db.person({ role: 'ADMIN' })]
    await db.entitle(mia, course.id)
    await db.answer(admin, 'give_extension', {
      lesson_id: lesson,
      user_id: mia.id,
      due_at: '2090-06-15T12:00:00Z',
    })
    return { mia, lesson }
  }

  const cutoff = async (who: Person, lesson: string) => {
    const { due } = (await db.answer(who, 'assignment', { lesson_id: lesson })) as {
      due: { shut_at: string; zone: string }
    }
    return { shut: new Date(due.shut_at).toISOString(), zone: due.zone }
  }

  test('applies in the time zone of the school, and the person’s own time zone does not move its cutoff', async () => {
    const { mia, lesson } = await scene()
    const inTokyo = { shut: '2090-06-15T14:59:59.000Z', zone: 'Asia/Tokyo' }
    await db.withSettings({ time_zone: 'Asia/Tokyo' }, async () => {
      expect(await cutoff(mia, lesson)).toEqual(inTokyo)
      const chosen = 'insert into public.preferences (user_id, time_zone) values ($1, $2)'
      expect((await db.as(mia, chosen, [mia.id, 'Etc/GMT+12'])).code).toBeUndefined()
      expect(await cutoff(mia, lesson)).toEqual(inTokyo)
      expect(await cutoff({ ...mia, zone: 'Etc/GMT+12' }, lesson)).toEqual(inTokyo)
    })
    expect(await cutoff(mia, lesson)).toEqual({ shut: '2090-06-15T23:59:59.000Z', zone: 'UTC' })
  })
})
