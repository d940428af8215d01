import type { Page } from '@playwright/test'
import { expect, test } from '../../support/fixtures'
import { countInteractions } from '../../support/interactions'
import { overflow } from '../../support/layout'
import { chooseFromTitleMenu } from '../../support/title-menu'

const titlesIn = (page: Page, module: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: module }) })
    .getByRole('button', { name: /^Edit / })

test('Back leads from a new course to the catalogue, not to the filled form', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN', name: 'Ada Admin' })
  const page = await open(admin, '/admin/courses')
  await page.getByRole('button', { name: 'Create Course' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title', { exact: true }).fill(`Knots ${crypto.randomUUID().slice(0, 8)}`)
  await form.getByRole('button', { name: 'Create Course' }).click()
  await expect(page.getByLabel('Module title')).toBeFocused()
  await page.goBack()
  await expect(page).toHaveURL('/admin/courses')
  await expect(page.getByPlaceholder('Search courses...')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('an administrator moves a lesson to another module by its menu, and back by Undo', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql(
    `insert into public.modules (course_id, title, index) values ($1, 'Second module', 1), ($1, 'Third module', 2)`,
    [course.id],
  )
  const page = await open(admin, `/admin/courses/${course.id}`)
  // A collapsed module expands when a lesson arrives.
  await page.getByRole('heading', { name: 'Third module' }).getByRole('button').click()
  const interactions = await countInteractions(page)
  await page.getByRole('button', { name: 'Actions for Reading lesson' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Move to Module…' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('radio', { name: /^Second module/ })).toBeFocused()
  const distance = 1
  for (let step = 0; step < distance; step += 1) await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: /^Third module/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Lesson moved to Third module')).toBeVisible()
  expect(await interactions()).toBeLessThanOrEqual(4 + distance)
  await expect(titlesIn(page, 'Third module')).toHaveText(['Reading lesson'])
  await expect(page.getByRole('button', { name: 'Move Reading lesson' })).toBeFocused()
  await expect(
    page.getByText('Reading lesson dropped, place 1 of 1 in Third module.'),
  ).toBeAttached()

  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titlesIn(page, 'First module')).toHaveText([
    'Reading lesson',
    'Video lesson',
    'Link lesson',
  ])
  expect(
    await world.sql(
      `select count(*)::int as moves from public.audit_logs where user_id = $1 and action = 'lesson.reorder'`,
      [admin.id],
    ),
  ).toEqual([{ moves: 2 }])
})

test('an administrator duplicates a lesson, a module and a course, and can undo each', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const { course } = await world.memberWithCourse(['text'])
  const page = await open(admin, `/admin/courses/${course.id}`)
  const choose = async (thing: string) => {
    await page.getByRole('button', { name: `Actions for ${thing}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  }
  await choose('Reading lesson')
  await expect(page.getByText('Lesson duplicated')).toBeVisible()
  await expect(titlesIn(page, 'First module')).toHaveText([
    'Reading lesson',
    'Reading lesson (copy)',
    'Video lesson',
    'Link lesson',
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(titlesIn(page, 'First module')).toHaveCount(3)

  await choose('First module')
  await expect(page.getByText('Module duplicated')).toBeVisible()
  await expect(page.getByText('2 modules, 6 lessons')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'First module (copy)' })).toBeVisible()

  await chooseFromTitleMenu(page, 'Duplicate')
  await expect(page.getByText('Course duplicated')).toBeVisible()
  await expect(
    page.getByRole('heading', { level: 1, name: `${course.title} (copy)` }),
  ).toBeVisible()
  await expect(page.getByText('2 modules, 6 lessons')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish Course', exact: true })).toBeVisible()
  expect(
    await world.sql(
      `select c.status, c.created_by_id, (select count(*)::int from public.entitlements e where e.course_id = c.id) as learners
       from public.courses c where c.slug = $1`,
      [`${course.slug}-copy`],
    ),
  ).toEqual([{ status: 'DRAFT', created_by_id: admin.id, learners: 0 }])

  // The menu of a course's card duplicates too.
  await page.goto(`/admin/courses?q=${encodeURIComponent(course.title)}`)
  await choose(course.title)
  await expect(
    page.getByRole('heading', { level: 1, name: `${course.title} (copy)` }),
  ).toBeVisible()
  await page.goto('/admin/audit-logs?action=course.duplicate')
  await expect(page.getByText('Course duplicated').first()).toBeVisible()
})

test('unsaved details are marked in their tab, can be saved from the content, and open at a wrong field', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  const page = await open(admin, `/admin/courses/${course.id}`)
  const tab = (name: RegExp) => page.getByRole('tab', { name })
  const save = page.getByRole('button', { name: 'Save Course' })
  await expect(tab(/^Content$/)).toHaveAttribute('aria-selected', 'true')
  await expect(save).toBeDisabled()
  await tab(/^Details$/).click()
  await expect(page).toHaveURL(/\?tab=details$/)
  const category = page.getByRole('textbox', { name: /^Category/ })
  await category.fill('Ropes')
  await tab(/^Content$/).click()
  await expect(tab(/^Details · not saved$/)).toBeVisible()
  await save.click()
  await expect(page.getByText('Course updated successfully')).toBeVisible()
  await expect(tab(/^Details$/)).toBeVisible()
  await expect(tab(/^Content$/)).toHaveAttribute('aria-selected', 'true')
  expect(await world.sql('select category from public.courses where id = $1', [course.id])).toEqual(
    [{ category: 'Ropes' }],
  )

  await tab(/^Details$/).click()
  await expect(category).toHaveValue('Ropes')
  const title = page.getByRole('textbox', { name: 'Title', exact: true })
  await title.fill('')
  await tab(/^Content$/).click()
  await save.click()
  await expect(tab(/^Details/)).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Title is required')).toBeVisible()
  await expect(title).toBeFocused()
  // The link to the catalogue asks first.
  await page.getByRole('link', { name: 'Back', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Stay on This Page' })).toBeVisible()
})

test('on a phone the content comes first, and the buttons for saving and publishing stay visible', async ({
  open,
  world,
}) => {
  const admin = await world.person({ role: 'ADMIN' })
  const course = await world.course()
  await world.sql(
    `with second as (
       insert into public.modules (course_id, title, index) values ($1, 'Second module', 1) returning id)
     insert into public.lessons (module_id, title, index, content_type)
     select case when n < 501 then $2 else (select id from second) end, 'Lesson ' || n, n + 10, 'TEXT'
     from generate_series(1, 1000) n`,
    [course.id, course.moduleId],
  )
  const page = await open(admin, `/admin/courses/${course.id}`, {
    viewport: { width: 360, height: 740 },
  })
  const content = page.getByRole('heading', { name: 'Course Content' })
  await expect(content).toBeVisible()
  expect((await content.boundingBox())?.y).toBeLessThan(600)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  // Rows far outside the window consist only of their titles, so that the browser's search finds them.
  await expect(page.getByText('Lesson 1000', { exact: true })).toBeAttached()
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(6_000)

  await page.getByText('Lesson 500', { exact: true }).scrollIntoViewIfNeeded()
  await expect(page.getByRole('button', { name: 'Edit Lesson 500', exact: true })).toBeVisible()
  for (const name of ['Save Course', 'Unpublish Course']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  // When the person moves back with Shift+Tab, the bar never covers the focused element.
  await page.getByRole('button', { name: 'Edit Lesson 500', exact: true }).focus()
  for (let press = 0; press < 24; press += 1) {
    await page.keyboard.press('Shift+Tab')
    const free = await page.evaluate(() => {
      const focused = document.activeElement
      if (!focused?.closest('ol')) return false
      const { x, y, width, height } = focused.getBoundingClientRect()
      const seen = document.elementFromPoint(x + width / 2, y + height / 2)
      return seen !== null && focused.contains(seen)
    })
    expect(free).toBe(true)
  }

  // Actions that do not fit beside Save are in a menu.
  await page
    .getByRole('button', { name: /^Add Lesson to/ })
    .first()
    .click()
  const form = page.getByRole('dialog', { name: 'Create New Lesson' })
  await form.getByLabel('Title', { exact: true }).fill('On the way')
  await form.getByRole('button', { name: 'More save options' }).click()
  await page.getByRole('menuitem', { name: 'Save and Add Another' }).click()
  await expect(page.getByText('Lesson created successfully')).toBeVisible()
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('')
})
