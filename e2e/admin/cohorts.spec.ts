import { choose, fillDay, pressOption } from '../support/choose'
import { expect, test } from '../support/fixtures'
import { countInteractions } from '../support/interactions'
import { untilSeen } from '../support/seen'

test('an administrator creates a cohort, adds people, and opens everything for one of them', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const ada = await world.person({ name: `Ada ${crypto.randomUUID().slice(0, 8)}` })
  const course = await world.course()
  const word = crypto.randomUUID().slice(0, 8)
  const page = await open(admin, '/admin')
  await page.getByRole('navigation', { name: 'Admin panel' }).getByText('Cohorts').click()
  await expect(page).toHaveURL('/admin/cohorts')
  await page.getByRole('button', { name: 'Create Cohort' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create Cohort' })
  await dialog.getByLabel('Title').fill(`Autumn ${word}`)
  await expect(dialog.getByLabel('Slug')).toHaveValue(`autumn-${word}`)
  await fillDay(dialog.getByLabel('First day'), '2027-01-04')
  await fillDay(dialog.getByLabel('Last day'), '2027-03-26')
  await expect(dialog.getByText('11 weeks and 5 days')).toBeVisible()
  await choose(dialog.getByLabel('Courses (optional)'), course.title)
  await expect(dialog.getByRole('button', { name: `Remove ${course.title}` })).toBeVisible()
  await untilSeen(page)
  await dialog.getByRole('button', { name: 'Create Cohort' }).click()
  await expect(page.getByRole('heading', { name: `Autumn ${word}`, level: 1 })).toBeVisible()
  await expect(page.getByText('Upcoming')).toBeVisible()

  await page.getByRole('button', { name: 'Add People' }).click()
  const adding = page.getByRole('dialog', { name: 'Add People' })
  await adding.getByLabel('People').fill(ada.name)
  await pressOption(page.getByTitle(`${ada.name}, ${ada.email}`))
  await expect(adding.getByRole('button', { name: `Remove ${ada.name}` })).toBeVisible()
  await untilSeen(page)
  await adding.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('1 person added')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: ada.email })).toBeVisible()
  expect(
    await world.sql('select source, course_id from public.entitlements where user_id = $1', [
      ada.id,
    ]),
  ).toEqual([{ source: 'COHORT', course_id: course.id }])

  const interactions = await countInteractions(page)
  await page.getByRole('button', { name: `Options for ${ada.name}` }).click()
  await page.getByRole('menuitem', { name: 'Open Everything' }).click()
  await expect(page.getByText(`Everything is open for ${ada.name}`)).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(2)
})
