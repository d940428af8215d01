import { expect, test } from '../support/fixtures'

test('the page of a person shows a moderator only what moderators may see', {
  tag: '@real',
}, async ({ open, world }) => {
  const moderator = await world.person({ role: 'MODERATOR' })
  const { member, course } = await world.memberWithCourse()
  const page = await open(moderator, `/moderator/members?q=${member.email}`)
  await page.getByRole('row').filter({ hasText: member.email }).getByRole('link').click()
  await expect(page).toHaveURL(`/moderator/members/${member.id}`)
  const row = page.getByRole('listitem').filter({ hasText: course.title })
  await expect(row.getByText(/^Yes: granted/)).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['Access', 'Progress', 'Cohorts', /^Invites/])
  await expect(page.getByText('Phone')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: /^Role of/ })).toHaveCount(0)

  await page.getByRole('button', { name: 'Manage Access' }).click()
  await page.getByRole('switch', { name: course.title }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByText(/^No: access was revoked by/)).toBeVisible()
})
