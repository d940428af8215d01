import { countInteractions } from '../../support/interactions'
import { expect, test } from '../../support/own-product'

test('a moderator finds the cohorts that they look after and no others, and shifts a person by a week', async ({
  open,
  world,
}) => {
  await world.sql('update public.settings set moderators_see_everybody = false')
  const moderator = await world.person({ role: 'MODERATOR' })
  const ada = await world.person({ name: 'Ada Okafor' })
  const mine = await world.cohort({ staff: [moderator], people: [ada] })
  const other = await world.cohort()
  const page = await open(moderator, '/moderator/cohorts', { expectProblems: [/403/] })
  await expect(page.getByRole('link', { name: mine.title })).toBeVisible()
  await expect(page.getByText(other.title)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create Cohort' })).toHaveCount(0)

  await page.getByRole('link', { name: mine.title }).click()
  const interactions = await countInteractions(page)
  await page.getByRole('button', { name: 'Options for Ada Okafor' }).click()
  await page.getByRole('menuitem', { name: 'One Week Later' }).click()
  await expect(page.getByText('Everything comes 7 days later for Ada Okafor')).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(3)
  expect(
    await world.sql('select shift_days from public.cohort_members where cohort_id = $1', [mine.id]),
  ).toEqual([{ shift_days: 7 }])
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0)

  await page.goto(`/moderator/cohorts/${other.id}`)
  await expect(page.getByText('There is no such cohort')).toBeVisible()
})
