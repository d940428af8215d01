import { expect, test } from 'vitest'
import { useDatabase } from './database'

const db = useDatabase()
const choose = `update public.settings set logo = $1 returning logo`
const LOGO = 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-512x128.png'
const shown = async () =>
  ((await db.value('visitor', 'select public.public_settings()')) as { logo: string }).logo

test('administrators choose the logo, visitors see it, and the change is recorded', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  expect(await shown()).toBe('')
  try {
    expect((await db.as(admin, choose, [LOGO])).rows).toEqual([{ logo: LOGO }])
    expect(await shown()).toBe(LOGO)
    expect(
      await db.owner(
        `select after ->> 'logo' as logo from public.audit_logs where user_id = $1 and target_type = 'settings'`,
        [admin.id],
      ),
    ).toEqual([{ logo: LOGO }])
    for (const role of ['MODERATOR', 'CREATOR', 'MEMBER'] as const) {
      expect((await db.as(await db.person({ role }), choose, [''])).rows).toEqual([])
    }
    // Refused: another site, another bucket, another type, and a name without the size.
    for (const link of [
      'https://example.test/logo-512x128.png',
      LOGO.replace('covers', 'lesson-files'),
      LOGO.replace('.png', '.svg'),
      LOGO.replace('-512x128', ''),
      LOGO.replace('512x', '0x'),
      `${LOGO}\n`,
    ]) {
      expect((await db.as(admin, choose, [link])).code).toBe('23514')
    }
    expect(await shown()).toBe(LOGO)
  } finally {
    await db.owner(`update public.settings set logo = ''`)
  }
})
