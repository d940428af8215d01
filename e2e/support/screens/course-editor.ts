import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answers, failing, findsNone, waits } from './mocks'

const courseOf = (id: string) => `/admin/courses/${id}`
const editor = { as: 'admin', path: courseOf('c0000000-0000-4000-8000-000000000001') } as const
const one = /\/rest\/v1\/courses.*id=eq/
const modules = '**/rest/v1/modules*'

/** From now on the course is as another person has changed it. */
async function changedByAnother(page: Page): Promise<void> {
  await page.route(one, async (route) => {
    if (route.request().method() === 'PATCH') return route.fulfill({ json: [] })
    const [row] = await (await route.fetch()).json()
    const updated_at = '2030-01-01T00:00:00+00:00'
    return route.fulfill({ json: [{ ...row, updated_at, title: 'Git, as another person has it' }] })
  })
}

async function fillDescription(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Description/ }).fill(text)
}

async function chooseForModule(page: Page, action: string): Promise<void> {
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The course editor. */
export const courseEditorScreens: Screen[] = [
  { name: 'admin-course', ...editor, shows: 'Visible to users when published' },
  {
    name: 'admin-course-draft',
    as: 'admin',
    path: courseOf('c0000000-0000-4000-8000-000000000004'),
    shows: 'Hidden from users',
  },
  {
    name: 'admin-course-not-found',
    as: 'admin',
    path: courseOf('00000000-0000-4000-8000-00000000dead'),
    shows: 'Manage your course catalog',
  },
  {
    name: 'admin-course-busy',
    ...editor,
    shows: 'Admin Panel',
    mock: waits(one),
    prepare: (page) =>
      page.getByRole('main').getByText('Loading...').waitFor({ state: 'attached' }),
  },
  {
    name: 'admin-course-error',
    ...editor,
    shows: 'Failed to load course data',
    ...failing(one),
  },
  {
    name: 'admin-course-content-error',
    ...editor,
    shows: 'Failed to load course data',
    ...failing(modules),
  },
  { name: 'admin-course-empty', ...editor, shows: 'Add First Module', mock: findsNone(modules) },
  {
    name: 'admin-course-add-module',
    ...editor,
    shows: 'Course Content',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add Module' }).click()
      await page.getByLabel('Module title').fill('Where to go from here')
    },
  },
  {
    name: 'admin-course-rename-module',
    ...editor,
    shows: 'Save Course',
    prepare: async (page) => {
      await chooseForModule(page, 'Rename')
      await page.getByLabel('Module title').waitFor()
    },
  },
  {
    name: 'admin-course-delete-module',
    ...editor,
    shows: 'You can restore it for 30 days.',
    prepare: (page) => chooseForModule(page, 'Delete'),
  },
  {
    name: 'admin-course-folded',
    ...editor,
    shows: 'Expand All',
    prepare: (page) => page.getByRole('button', { name: 'Collapse All' }).click(),
  },
  {
    name: 'admin-course-lifted',
    ...editor,
    shows: 'Save Course',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Move / })
        .nth(2)
        .focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
    },
  },
  {
    name: 'admin-course-unpublish-sheet',
    ...editor,
    shows: 'can no longer open it',
    prepare: (page) => page.getByRole('button', { name: 'Unpublish Course' }).click(),
  },
  {
    name: 'admin-course-invalid',
    ...editor,
    shows: 'Title is required',
    prepare: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
  {
    name: 'admin-course-leave-sheet',
    ...editor,
    shows: 'Leave Without Saving',
    prepare: async (page) => {
      await fillDescription(page, 'Not saved yet')
      await page.getByRole('link', { name: 'Back', exact: true }).click()
    },
  },
  {
    name: 'admin-course-conflict',
    ...editor,
    shows: 'Someone else changed this course',
    prepare: async (page) => {
      await fillDescription(page, 'Written at the same time')
      await changedByAnother(page)
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
  {
    name: 'admin-course-gone',
    ...editor,
    shows: 'This course was deleted',
    prepare: async (page) => {
      await fillDescription(page, 'Written at the same time')
      await answers(one, [])(page)
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
]
