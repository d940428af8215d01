import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { demo } from '../../support/world'

/** Returns the number of lines that the text of each element takes. */
const linesOf = (elements: Locator) =>
  elements.evaluateAll((all) =>
    all.map((element) =>
      Math.round(
        element.getBoundingClientRect().height /
          Number.parseFloat(getComputedStyle(element).lineHeight),
      ),
    ),
  )

/** Returns how many px of a list's first row are above the lower edge of the window. */
const firstRowInSight = (page: Page) =>
  page
    .locator('main tbody tr')
    .first()
    .evaluate((row) => window.innerHeight - row.getBoundingClientRect().top)

test('on a phone the first rows of a list are in sight, with each date on one line, and the panel of saved filters fits', async ({
  open,
}) => {
  const page = await open(demo('admin'), '/admin/purchases', {
    viewport: { width: 360, height: 640 },
  })
  for (const path of ['/admin/purchases', '/admin/notifications', '/admin/members?role=MEMBER']) {
    if (path !== '/admin/purchases') await page.goto(path)
    await expect(page.locator('main tbody tr').first()).toBeVisible()
    // The figures above a list may arrive after its rows and move them.
    if (!path.includes('members')) await expect(page.getByRole('article').last()).toBeAttached()
    expect(await firstRowInSight(page), path).toBeGreaterThan(96)
    const dates = page.locator('main tbody time')
    // The list is empty for a moment while it is read again.
    await expect
      .poll(async () => [...new Set(await linesOf(dates))], { message: path })
      .toEqual([1])
  }

  await page.getByRole('button', { name: 'Saved Filters' }).click()
  const panel = page.getByRole('dialog', { name: 'Saved Filters' })
  await expect(panel.getByLabel('Name for the current filters')).toBeFocused()
  const box = await panel.boundingBox()
  expect(box?.x).toBeGreaterThanOrEqual(0)
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(360)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('button', { name: 'Saved Filters' })).toBeFocused()
})

test('the acts on records are in sight without a pointer, and a selected row keeps its avatar', async ({
  open,
}) => {
  const page = await open(demo('admin'), '/admin/members', {
    viewport: { width: 1280, height: 800 },
  })
  const row = page.locator('main tbody tr').first()
  const acts = row.locator('td').last().getByRole('button')
  await expect(acts.first()).toBeVisible()
  for (const act of await acts.all()) {
    const seen = await act.evaluate((button) =>
      button.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
    expect(seen).toBe(true)
  }
  await row.getByRole('checkbox').check()
  const paint = (element: Locator) =>
    element.evaluate((one) => getComputedStyle(one).backgroundColor)
  const avatar = row.locator('td').nth(1).locator('[aria-hidden="true"]').first()
  expect(await paint(avatar)).not.toBe(await paint(row.locator('td').nth(1)))
})
