import { expect, test } from 'vitest'
import { type Person, useDatabase } from './database'
import { cohorts } from './scenes/cohorts'

const db = useDatabase()
const { cohort } = cohorts(db)

type Preview = Record<string, unknown> & { factor_missing_names: string[] }

const preview = async (who: Person) =>
  (await db.value(who, 'select public.settings_preview()')) as Preview

/** Returns the differences between two previews. */
function grown(before: Preview, after: Preview): Record<string, number> {
  return Object.fromEntries(
    Object.entries(after)
      .map(([name, value]) => [name, Number(value) - Number(before[name])] as const)
      .filter(([name, by]) => name !== 'factor_missing_names' && by !== 0),
  )
}

test('administrators see how many people each setting affects', async () => {
  const admin = await db.person({ role: 'ADMIN', name: 'Ada Admin' })
  const before = await preview(admin)

  await db.account({ verified: false })
  const creator = await db.account({ role: 'CREATOR' })
  await db.course({ by: creator })
  const safe = await db.account({ role: 'MODERATOR' })
  await db.addFactor(safe)
  await cohort({ staff: [safe] })
  const pending = await db.account({ role: 'MODERATOR' })
  await db.addFactor(pending, 'unverified')
  await db.value(admin, `select public.create_invite('guest@example.test')`)
  const here = await db.signedIn(await db.account())
  await db.signedIn(here)
  await db.signedIn(admin)

  expect(grown(before, await preview(admin))).toEqual({
    others: 5,
    others_today: 1,
    staff: 3,
    factor_missing: 2,
    unverified: 1,
    creators: 1,
    creator_courses: 1,
    moderators: 2,
    moderators_without_cohort: 1,
    recent_sign_ups: 5,
    open_invites: 1,
  })
})

test('people without access already are not counted', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  const before = await preview(admin)
  const gone = await db.person({ role: 'MODERATOR', verified: false })
  await db.owner('update public.profiles set disabled_at = now() where id = $1', [gone.id])
  expect(grown(before, await preview(admin))).toEqual({})
})

test('administrators see the effect on themselves', async () => {
  const admin = await db.person({ role: 'ADMIN' })
  expect(await preview(admin)).toMatchObject({ me_without_factor: true, me_unverified: false })
  await db.addFactor(admin)
  const strong = await db.signedIn(admin, 'aal2')
  expect(await preview(strong)).toMatchObject({ me_without_factor: false })
  expect((await preview(strong)).factor_missing_names.length).toBeLessThanOrEqual(5)
  const unverified = await db.person({ role: 'ADMIN', verified: false })
  await db.withSettings({ require_email_verification: false }, async () => {
    expect(await preview(unverified)).toMatchObject({ me_unverified: true })
  })
})

test('only people who may change the settings see the preview', async () => {
  for (const role of ['MEMBER', 'CREATOR', 'MODERATOR'] as const) {
    const person = await db.person({ role })
    expect((await db.as(person, 'select public.settings_preview()')).code).toBe('42501')
  }
  expect((await db.as('visitor', 'select public.settings_preview()')).code).toBe('42501')
})
