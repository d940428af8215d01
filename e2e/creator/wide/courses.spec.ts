import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { untilSeen } from '../../support/seen'

test("another creator's course looks like an unknown one to a creator, also in the palette", async ({
  open,
  world,
}) => {
  await world.sql('update public.settings set creators_admin_panel = true')
  const creator = await world.person({ role: 'CREATOR' })
  const others = await world.course({ title: 'Secret plans of others', status: 'DRAFT' })
  const page = await open(creator, `/admin/courses/${others.id}`)
  const answer = async () => {
    await expect(page.getByRole('heading', { name: 'Course not found' })).toBeVisible()
    return page.getByRole('main').textContent()
  }
  const another = await answer()
  await page.goto('/admin/courses/00000000-0000-4000-8000-00000000dead')
  expect(await answer()).toEqual(another)

  await page.goto('/admin/courses?q=Secret')
  await expect(page.getByText('No courses found')).toBeVisible()
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.type('Secret')
  await expect(page.getByText('Nothing found for “Secret”')).toBeVisible()
})

/** Presses Tab until the control with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const labelled = page.getByLabel(name, { exact: true })
  await labelled
    .or(page.getByText(name, { exact: true }))
    .filter({ visible: true })
    .first()
    .waitFor()
  const matches = (label: string) => (typeof name === 'string' ? label === name : name.test(label))
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab')
    const label = await page.evaluate(() => {
      const focused = document.activeElement
      const named = focused instanceof HTMLInputElement || focused instanceof HTMLTextAreaElement
      const labelled = named ? focused.labels?.[0]?.textContent : focused?.textContent
      return (focused?.getAttribute('aria-label') ?? labelled ?? '')
        .replace('(optional)', '')
        .trim()
    })
    if (matches(label)) return
  }
  throw new Error(`The keyboard does not reach ${name}`)
}

test('a creator manages only their own courses, by keyboard alone', async ({ open, world }) => {
  await world.sql('update public.settings set creators_admin_panel = true')
  const creator = await world.person({ role: 'CREATOR', name: 'Cleo Creator' })
  const others = await world.course({ title: 'Course of another creator' })
  const page = await open(creator, '/admin')

  // The creator's dashboard shows no courses of other people, no members and no audit records.
  await expect(page.getByText('0 published, 0 draft')).toBeVisible()
  await expect(page.getByText('Pending invitations')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Members' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Recent Activity' })).toHaveCount(0)

  await tabTo(page, 'Courses')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Get started by creating your first course')).toBeVisible()
  await expect(page.getByText(others.title)).toHaveCount(0)

  // The creator creates a course from the empty catalogue.
  await tabTo(page, 'Create Your First Course')
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'Create New Course' })
  await expect(form.getByLabel('Title', { exact: true })).toBeFocused()
  await page.keyboard.type('Knots for Beginners')
  await expect(form.getByLabel('Slug')).toHaveValue('knots-for-beginners')
  await expect(form.getByLabel('Author name')).toHaveValue('Cleo Creator')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course created successfully')).toBeVisible()

  // The editor of the course opens and asks for the first module.
  await expect(page.getByRole('heading', { level: 1, name: 'Knots for Beginners' })).toBeVisible()
  await expect(page.getByLabel('Module title')).toBeFocused()
  await page.keyboard.type('Bowline')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Bowline' })).toBeVisible()

  // The creator edits the course from its card.
  await page.goto('/admin/courses')
  await tabTo(page, 'Edit Course: Knots for Beginners')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Content' })).toBeVisible()
  // In the accessible name, antd puts “Tab 1 of 2” before the label.
  await tabTo(page, /Content$/)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Details' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Hidden from users')).toBeVisible()
  await tabTo(page, 'Title')
  await page.keyboard.press('End')
  await page.keyboard.type(' and Sailors')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course updated successfully')).toBeVisible()

  // The creator goes back to the buttons at the top with Shift+Tab, and publishes the course.
  const publish = page.getByRole('button', { name: 'Publish Course' })
  await publish.focus()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await expect(question).toBeVisible()
  await tabTo(page, 'Publish')
  await untilSeen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course Published!')).toBeVisible()

  // The creator deletes the course from its card, and restores it from the bin.
  await page.goto('/admin/courses')
  await tabTo(page, 'Actions for Knots for Beginners and Sailors')
  await page.keyboard.press('Enter')
  // antd moves the focus into the menu some animation frames after the menu is shown.
  await expect(page.getByRole('menu').locator(':focus')).toHaveText('Preview')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByText('Knots for Beginners and Sailors')).toBeVisible()
  await tabTo(page, 'Delete')
  await untilSeen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course deleted')).toBeVisible()
  await expect(page.getByText('No courses found')).toBeVisible()
  await page.getByRole('button', { name: 'Bin', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: /^Restore Knots/ })).toBeVisible()
  await tabTo(page, 'Restore Knots for Beginners and Sailors')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Course restored')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Knots for Beginners and Sailors' })).toBeVisible()
  await page.goto('/admin')
  await expect(page.getByText('1 published, 0 draft')).toBeVisible()
})
