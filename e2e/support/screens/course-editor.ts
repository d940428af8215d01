import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answerWith, failRequests, leaveUnanswered, whileLoading, withFailedRead } from './mocks'

export const courseOf = (id: string) => `/admin/courses/${id}`
export const editor = {
  as: 'admin',
  path: courseOf('c0000000-0000-4000-8000-000000000001'),
} as const
const one = /\/rest\/v1\/courses.*id=eq/
const details = { ...editor, path: `${editor.path}?tab=details` } as const
const history = { ...editor, path: `${editor.path}?tab=history` } as const
const changes = '**/rpc/course_history'
const importToUndo = '**/rpc/import_to_undo*'
const imported = { at: '2026-11-20T10:00:00+00:00', who: 'Ada Admin', made: false }
const modules = '**/rest/v1/rpc/course_content*'
export const weight = '**/rpc/course_impact'

export const touches12 = {
  open: true,
  touched: { count: 12, names: ['Ada Okafor', 'Grace Lind', 'Linus Nowak'] },
  midst: 5,
  communities: { count: 1, names: ['Git Evenings'] },
  modules: 3,
  lessons: 12,
  learners_with_progress: 8,
}

const aChange = (id: number, change: object) => ({
  id,
  title: 'Rebase or merge?',
  created_at: `2026-11-0${id}T10:00:00+00:00`,
  who: 'Ada Admin',
  by: 'PERSON',
  before: null,
  after: null,
  ...change,
})

/** Changes the course as if another person had saved it. */
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

/** The page of a course and its history. */
export const courseEditorScreens: Screen[] = [
  { name: 'admin-course', ...editor, shows: 'Course Content' },
  { name: 'admin-course-details', ...details, shows: 'Visible to users when published' },
  {
    name: 'admin-course-history',
    ...history,
    shows: 'two hundred',
    mock: answerWith(changes, [
      aChange(9, {
        action: 'lesson.update',
        before: {
          content: 'In a team of two, merge. It keeps what happened, and nobody has to learn more.',
          duration_sec: 240,
          video_asset_id: null,
        },
        after: {
          content:
            'In a team of two hundred, rebase. It keeps what matters, and all have to learn it.',
          duration_sec: 300,
          video_asset_id: 'aqz-KE-bpKQ',
          fields: ['content', 'duration_sec', 'video_asset_id'],
        },
        lesson_id: 'e0000000-0000-4000-8000-000000010101',
        version: 'f0000000-0000-4000-8000-000000000003',
      }),
      aChange(8, { action: 'lesson.reorder', title: 'Everyday Git', who: null }),
      aChange(7, { action: 'lesson.create' }),
      aChange(6, { action: 'course.create', title: 'Git from the First Commit', by: 'SYSTEM' }),
    ]),
    prepare: (page) => page.getByRole('button', { name: /^What changed/ }).click(),
  },
  {
    name: 'admin-course-history-import',
    like: 'admin-course-history',
    ...history,
    shows: 'Undo Import',
    mock: answerWith(importToUndo, imported),
  },
  {
    name: 'admin-course-history-undo-sheet',
    ...history,
    shows: 'Undo this import?',
    mock: answerWith(importToUndo, imported),
    prepare: (page) => page.getByRole('button', { name: 'Undo Import' }).click(),
  },
  {
    name: 'admin-course-history-empty',
    ...history,
    shows: 'No changes recorded',
    mock: answerWith(changes, []),
  },
  {
    name: 'admin-course-history-error',
    ...history,
    shows: 'Failed to load history',
    ...withFailedRead(changes),
  },
  { name: 'admin-course-history-loading', ...history, shows: 'History', ...whileLoading(changes) },
  {
    name: 'admin-course-more-menu-sheet',
    like: 'admin-courses-menu-sheet',
    ...editor,
    shows: 'Refresh',
    prepare: (page) => page.getByRole('main').getByRole('button', { name: 'More' }).click(),
  },
  {
    name: 'admin-course-lesson-menu-sheet',
    like: 'admin-courses-menu-sheet',
    ...editor,
    shows: 'Move to Module…',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .nth(1)
        .click(),
  },
  {
    name: 'admin-course-move-sheet',
    like: 'admin-course-create-sheet',
    ...editor,
    shows: 'Move Lesson',
    prepare: async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .nth(1)
        .click()
      await page.getByRole('menuitem', { name: 'Move to Module…' }).click()
    },
  },
  {
    name: 'admin-course-unsaved',
    like: 'admin-course-details',
    ...details,
    shows: 'Course Content',
    prepare: async (page) => {
      await fillDescription(page, 'Not saved yet')
      await page.getByRole('tab', { name: 'Content' }).click()
    },
  },
  {
    name: 'admin-course-draft',
    like: 'admin-course-details',
    as: 'admin',
    path: `${courseOf('c0000000-0000-4000-8000-000000000004')}?tab=details`,
    shows: 'Hidden from users',
  },
  {
    name: 'admin-course-not-found',
    as: 'admin',
    path: courseOf('00000000-0000-4000-8000-00000000dead'),
    shows: 'There is no such course',
  },
  {
    name: 'admin-course-busy',
    ...editor,
    shows: 'Admin Panel',
    mock: leaveUnanswered(one),
    prepare: (page) =>
      page.getByRole('main').getByText('Loading...').waitFor({ state: 'attached' }),
  },
  {
    name: 'admin-course-error',
    ...editor,
    shows: 'Failed to load course data',
    ...withFailedRead(one),
  },
  {
    name: 'admin-course-content-error',
    ...editor,
    shows: 'Failed to load course data',
    ...withFailedRead(modules),
  },
  {
    name: 'admin-course-empty',
    like: 'admin-invites-empty',
    ...editor,
    shows: 'Add First Module',
    mock: answerWith(modules, []),
  },
  {
    name: 'admin-course-add-module',
    ...editor,
    shows: 'Course Content',
    prepare: async (page) => {
      // The button is pressed by keyboard, because lessons are drawn when they come into view and would move it away
      // from a pointer.
      await page.getByRole('button', { name: 'Add Module' }).press('Enter')
      await page.getByLabel('Module title').fill('Where to go from here')
      // Typing has scrolled the page. Scrolled to the top, the header covers no part of a button.
      await page.evaluate(() => scrollTo(0, 0))
    },
  },
  {
    name: 'admin-course-rename-module',
    like: 'admin-course-add-module',
    ...editor,
    shows: 'Save Course',
    prepare: async (page) => {
      await chooseForModule(page, 'Rename')
      await page.getByLabel('Module title').waitFor()
    },
  },
  {
    name: 'admin-course-delete-module',
    like: 'admin-members-disable',
    ...editor,
    shows: 'You can restore it for 30 days.',
    prepare: (page) => chooseForModule(page, 'Delete'),
  },
  {
    name: 'admin-course-folded',
    like: 'admin-course',
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
    shows: '12 people lose this course: Ada Okafor, Grace Lind, Linus Nowak and 9 more.',
    mock: answerWith(weight, touches12),
    prepare: (page) => page.getByRole('button', { name: 'Unpublish Course' }).click(),
  },
  {
    name: 'admin-course-unpublish-counting',
    ...editor,
    shows: 'Unpublish this course?',
    mock: leaveUnanswered(weight),
    prepare: (page) => page.getByRole('button', { name: 'Unpublish Course' }).click(),
  },
  {
    name: 'admin-course-unpublish-unknown',
    ...editor,
    shows: /^We couldn't count who this affects/,
    expectProblems: [/503/],
    mock: failRequests(weight),
    prepare: (page) => page.getByRole('button', { name: 'Unpublish Course' }).click(),
  },
  {
    name: 'admin-course-invalid',
    ...details,
    shows: 'Title is required',
    prepare: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('')
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
  {
    name: 'admin-course-leave-sheet',
    like: 'admin-members-disable',
    ...details,
    shows: 'Leave Without Saving',
    prepare: async (page) => {
      await fillDescription(page, 'Not saved yet')
      await page.getByRole('link', { name: 'Back', exact: true }).click()
    },
  },
  {
    name: 'admin-course-conflict',
    ...details,
    shows: 'Someone else changed this course',
    prepare: async (page) => {
      await fillDescription(page, 'Written at the same time')
      await changedByAnother(page)
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
  {
    name: 'admin-course-gone',
    like: 'admin-course-conflict',
    ...details,
    shows: 'This course was deleted',
    prepare: async (page) => {
      await fillDescription(page, 'Written at the same time')
      await answerWith(one, [])(page)
      await page.getByRole('button', { name: 'Save Course' }).click()
    },
  },
]
