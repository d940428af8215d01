import type { Page } from '@playwright/test'
import type { Screen } from '../screens'

const GIT = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const dashboard = { as: 'admin', path: '/admin' } as const
const catalogue = { as: 'admin', path: '/admin/courses' } as const
const editor = { as: 'admin', path: GIT } as const
const one = /\/rest\/v1\/courses.*id=eq/

/** No answer, for as long as the picture takes. */
async function waiting(page: Page, pattern: string | RegExp): Promise<void> {
  await page.route(pattern, () => undefined)
  await page.reload({ waitUntil: 'commit' })
}

async function failing(page: Page, pattern: string | RegExp): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ status: 503, json: {} }))
  await page.reload()
}

async function answering(page: Page, pattern: string | RegExp, json: unknown): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ json, headers: { 'content-range': '*/0' } }))
  await page.reload()
}

/** The course as somebody else has changed it meanwhile, from now on. */
async function changedMeanwhile(page: Page): Promise<void> {
  await page.route(one, async (route) => {
    if (route.request().method() === 'PATCH') return route.fulfill({ json: [] })
    const [row] = await (await route.fetch()).json()
    const updated_at = '2030-01-01T00:00:00+00:00'
    return route.fulfill({ json: [{ ...row, updated_at, title: 'Git, as somebody else has it' }] })
  })
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /^Description/ }).fill(text)
}

/** States of the back-office's frame, dashboard, catalogue and editor, beyond the ordinary ones. */
export const backofficeScreens: Screen[] = [
  {
    ...dashboard,
    name: 'admin-guard-busy',
    shows: 'Loading...',
    prepare: (page) => waiting(page, '**/rpc/boot'),
  },
  {
    ...dashboard,
    name: 'admin-guard-error',
    shows: 'An unexpected error occurred',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/boot'),
  },
  {
    ...dashboard,
    name: 'admin-dashboard-busy',
    shows: 'Dashboard',
    prepare: async (page) => {
      await waiting(page, '**/rpc/dashboard*')
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
    },
  },
  {
    ...dashboard,
    name: 'admin-dashboard-error',
    shows: 'Try Again',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/dashboard*'),
  },
  {
    ...dashboard,
    name: 'admin-menu-sheet',
    shows: 'Courses',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Toggle sidebar' }).click()
    },
  },
  {
    ...dashboard,
    name: 'admin-account-menu-sheet',
    shows: 'Sign Out',
    prepare: (page) => page.getByRole('button', { name: /^Account/ }).click(),
  },
  {
    ...catalogue,
    name: 'admin-courses-busy',
    shows: 'Manage your course catalog',
    prepare: (page) => waiting(page, '**/rest/v1/courses*'),
  },
  {
    ...catalogue,
    name: 'admin-courses-empty',
    shows: 'Get started by creating your first course',
    prepare: (page) => answering(page, '**/rest/v1/courses*', []),
  },
  {
    ...catalogue,
    name: 'admin-courses-menu-sheet',
    // Journeys make courses, and the newest come first.
    path: '/admin/courses?q=Git+from',
    shows: 'Unpublish',
    prepare: (page) =>
      page.getByRole('button', { name: 'Actions for Git from the First Commit' }).click(),
  },
  {
    ...catalogue,
    name: 'admin-course-create-sheet',
    path: '/admin/courses?new=course',
    shows: 'Create New Course',
  },
  {
    ...catalogue,
    name: 'admin-course-create-incomplete-sheet',
    path: '/admin/courses?new=course',
    shows: 'Title is required',
    prepare: (page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Create Course' }).click(),
  },
  {
    ...editor,
    name: 'admin-course-busy',
    shows: 'Admin Panel',
    prepare: async (page) => {
      await waiting(page, one)
      await page.getByRole('main').getByText('Loading...').waitFor({ state: 'attached' })
    },
  },
  {
    ...editor,
    name: 'admin-course-error',
    shows: 'Failed to load course data',
    expectProblems: [/503/],
    prepare: (page) => failing(page, one),
  },
  {
    ...editor,
    name: 'admin-course-content-error',
    shows: 'Failed to load course data',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rest/v1/modules*'),
  },
  {
    ...editor,
    name: 'admin-course-empty',
    shows: 'Add First Module',
    prepare: (page) => answering(page, '**/rest/v1/modules*', []),
  },
  {
    ...editor,
    name: 'admin-course-rename-module',
    shows: 'Save Course',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Rename' }).click()
      await page.getByLabel('Module title').waitFor()
    },
  },
  {
    ...editor,
    name: 'admin-course-folded',
    shows: 'Expand All',
    prepare: (page) => page.getByRole('button', { name: 'Collapse All' }).click(),
  },
  {
    ...editor,
    name: 'admin-course-lifted',
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
    ...editor,
    name: 'admin-course-unpublish-sheet',
    shows: 'can no longer open it',
    prepare: (page) => page.getByRole('button', { name: 'Unpublish Course' }).click(),
  },
  {
    ...editor,
    name: 'admin-course-invalid',
    shows: 'Title is required',
    prepare: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
  {
    ...editor,
    name: 'admin-course-leave-sheet',
    shows: 'Leave Without Saving',
    prepare: async (page) => {
      await type(page, 'Not saved yet')
      await page.getByRole('link', { name: 'Back', exact: true }).click()
    },
  },
  {
    ...editor,
    name: 'admin-course-conflict',
    shows: 'Someone else changed this course',
    prepare: async (page) => {
      await type(page, 'Written at the same time')
      await changedMeanwhile(page)
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
  {
    ...editor,
    name: 'admin-course-gone',
    shows: 'This course was deleted',
    prepare: async (page) => {
      await type(page, 'Written at the same time')
      await page.route(one, (route) => route.fulfill({ json: [] }))
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
]
