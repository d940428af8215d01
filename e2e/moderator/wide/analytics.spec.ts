import { expect, test } from '../../support/fixtures'
import { chooseFromTitleMenu } from '../../support/title-menu'

test('administrators open analytics from the list of members, and other people cannot', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/members')
  const menu = page.getByRole('navigation', { name: 'Admin panel' })
  await expect(menu.getByText('Members')).toBeVisible()
  await expect(menu.getByText('Analytics')).toHaveCount(0)
  await chooseFromTitleMenu(page, 'Analytics')
  await expect(page).toHaveURL('/admin/analytics')
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByText('Members').click()
  await expect(page).toHaveURL('/admin/members')

  const theirs = await open(await world.person({ role: 'MODERATOR' }), '/admin/analytics')
  await expect(theirs).toHaveURL('/moderator/members')
  const member = await open(await world.person(), '/moderator/analytics')
  await expect(
    member.getByText("You don't have permission to access the moderator panel"),
  ).toBeVisible()
})
