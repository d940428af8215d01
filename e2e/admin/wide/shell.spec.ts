import { expect, test } from '../../support/fixtures'
import { overflow } from '../../support/layout'
import { chooseFromTitleMenu } from '../../support/title-menu'

test("the sidebar's state is stored for seven days, and on a narrow screen the sidebar is a drawer", async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Toggle sidebar' }).click()
  await expect
    .poll(async () => Math.round((await page.locator('aside').boundingBox())?.width ?? 0))
    .toBe(48)
  await expect(
    page.getByRole('navigation', { name: 'Admin panel' }).getByRole('link', { name: 'Courses' }),
  ).toBeVisible()
  const kept = (await page.context().cookies()).find(({ name }) => name === 'rookies-sidebar')
  const days = ((kept?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThanOrEqual(7)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect
    .poll(async () => Math.round((await page.locator('aside').boundingBox())?.width ?? 0))
    .toBe(48)

  await page.setViewportSize({ width: 767, height: 800 })
  await expect(page.locator('aside')).toHaveCount(0)
  await page.keyboard.press('Control+b')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  await expect.poll(async () => Math.round((await drawer.boundingBox())?.width ?? 0)).toBe(288)
  await page.keyboard.press('Control+b')
  await expect(drawer).toBeHidden()
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' })
  await toggle.click()
  await page.keyboard.press('Escape')
  await expect(toggle).toBeFocused()
  await toggle.click()
  await drawer.getByRole('link', { name: 'Dashboard' }).click()
  await expect(drawer).toBeHidden()
  await expect(page).toHaveURL('/admin')
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(page.locator('aside')).toBeVisible()
})

test('the header shows the whole name of the panel at every width, with its subtitle where there is room, and results of the palette fit the narrowest screen', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const page = await open(admin, '/admin/courses')
  const name = page.getByRole('banner').getByText('Admin Panel')
  const line = page.getByRole('banner').getByText('Manage your Rookies platform')
  for (const [width, fits] of [
    [320, false],
    [360, false],
    [768, false],
    [1280, true],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    await expect(name).toBeVisible()
    await expect(line).toBeVisible({ visible: fits })
    expect(await name.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
  }

  const course = await world.course()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.getByRole('combobox').fill(course.title)
  const found = page.getByRole('option', { name: course.title })
  await expect(found).toBeVisible()
  expect((await found.boundingBox())?.width).toBeLessThanOrEqual(320)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
})

test('an administrator previews a draft from its card and from the editor, and gets back', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course({ status: 'DRAFT' })
  const page = await open(admin, '/admin/courses')
  await page.getByPlaceholder('Search courses...').fill(course.title)
  await page.getByRole('button', { name: `Actions for ${course.title}` }).click()
  const [fromCard] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('menuitem', { name: 'Preview' }).click(),
  ])
  const bar = fromCard.getByRole('region', { name: 'Preview' })
  await expect(bar).toContainText('Draft, hidden from users')
  await bar.getByRole('button', { name: 'Without access' }).click()
  await expect(fromCard.getByRole('heading', { name: 'Access required' })).toBeVisible()
  await bar.getByRole('link', { name: 'Edit Course' }).click()
  await expect(fromCard).toHaveURL(`/admin/courses/${course.id}`)

  const [fromEditor] = await Promise.all([
    page.context().waitForEvent('page'),
    chooseFromTitleMenu(fromCard, 'Preview'),
  ])
  await expect(fromEditor.getByRole('region', { name: 'Preview' })).toBeVisible()
})
