import { expect, test } from 'vitest'
import { useDatabase } from './database'

const db = useDatabase()
const choose = `update public.settings set accent = $1 returning accent`
const shown = async () =>
  ((await db.value('visitor', 'select public.public_settings()')) as { accent: string }).accent

test('administrators choose the colour, visitors see it, and the change is recorded', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  expect(await shown()).toBe('green')
  try {
    expect((await db.as(admin, choose, ['plum'])).rows).toEqual([{ accent: 'plum' }])
    expect(await shown()).toBe('plum')
    expect(
      await db.owner(
        `select after ->> 'accent' as accent from public.audit_logs where user_id = $1 and target_type = 'settings'`,
        [admin.id],
      ),
    ).toEqual([{ accent: 'plum' }])
    for (const role of ['MODERATOR', 'CREATOR', 'MEMBER'] as const) {
      expect((await db.as(await db.person({ role }), choose, ['blue'])).rows).toEqual([])
    }
    expect((await db.as(admin, choose, ['#ff0000'])).code).toBe('22P02')
    expect(await shown()).toBe('plum')
  } finally {
    await db.owner(`update public.settings set accent = 'green'`)
  }
})
