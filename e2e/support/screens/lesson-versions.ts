import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answerWith, combineMocks, failRequests, whileLoading, withFailedRead } from './mocks'

const course = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const lesson = {
  as: 'admin',
  path: `${course}?lesson=e0000000-0000-4000-8000-000000010101`,
} as const
const history = {
  as: 'admin',
  path: `${course}?tab=history&version=f0000000-0000-4000-8000-000000000003`,
} as const
const list = '**/rpc/lesson_version_list'
const one = '**/rpc/lesson_version'

const aVersion = (no: number, change: object) => ({
  id: `f0000000-0000-4000-8000-00000000000${no}`,
  no,
  created_at: `2026-11-0${no}T10:00:00+00:00`,
  who: 'Ada Admin',
  fields: ['content'],
  growth: 24,
  restores: null,
  ...change,
})

const versions = answerWith(list, [
  aVersion(4, { restores: '2026-11-02T10:00:00+00:00', growth: -1_212 }),
  aVersion(3, { fields: ['title', 'content'], who: 'Cleo Creator', growth: 1_236 }),
  aVersion(2, {}),
  aVersion(1, { who: null, fields: [], growth: 0 }),
])

const unchanged = `## What it is for

Everybody who has ever copied a folder before a risky change keeps versions.

They call them report-final, report-final-2 and report-really-final.

A tool does the same, without the guessing.

It keeps every state that you ask it to keep, with a sentence that says why.
`
const texts = (title: string, end: string) => ({
  title,
  description: 'Why a history is worth its effort.',
  content: `${unchanged}\n${end}`,
})

const version = answerWith(one, {
  id: 'f0000000-0000-4000-8000-000000000003',
  lesson_id: 'e0000000-0000-4000-8000-000000010101',
  created_at: '2026-11-03T10:00:00+00:00',
  texts: texts(
    'Why keep versions',
    'In a team of two hundred, write down why, and link the issue.',
  ),
  earlier: texts('Why versions', 'In a team of two, write down why.'),
  now: texts(
    'You already keep versions',
    'In a team, write down why. Nobody remembers it in March.',
  ),
  updated_at: '2026-11-04T10:00:00+00:00',
})

const dialog = (page: Page) => page.getByRole('dialog').last()

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Versions' }).click()
}

async function compare(page: Page): Promise<void> {
  await open(page)
  await page
    .getByRole('button', { name: /^Compare version/ })
    .nth(1)
    .click()
  await dialog(page).getByText('two hundred').waitFor()
}

/** The versions of a lesson, from the lesson dialog and from the course's history. */
export const lessonVersionScreens: Screen[] = [
  {
    name: 'admin-lesson-versions-sheet',
    ...lesson,
    shows: 'The lesson before the first recorded change',
    mock: versions,
    prepare: open,
  },
  {
    name: 'admin-lesson-versions-empty-sheet',
    ...lesson,
    shows: 'No earlier versions yet',
    prepare: open,
  },
  {
    name: 'admin-lesson-versions-error-sheet',
    ...lesson,
    shows: 'Failed to load versions',
    ...withFailedRead(list),
    prepare: open,
  },
  {
    name: 'admin-lesson-versions-loading-sheet',
    ...lesson,
    shows: 'Versions',
    ...whileLoading(list),
    prepare: open,
  },
  {
    name: 'admin-lesson-version-sheet',
    ...lesson,
    shows: 'Restore This Version',
    mock: combineMocks(versions, version),
    prepare: compare,
  },
  {
    name: 'admin-lesson-version-unsaved-sheet',
    like: 'admin-access-unsaved',
    ...lesson,
    shows: 'You have unsaved changes.',
    mock: combineMocks(versions, version),
    prepare: async (page) => {
      await dialog(page).getByLabel('Title', { exact: true }).fill('Another title')
      await compare(page)
    },
  },
  {
    name: 'admin-lesson-version-restore-sheet',
    like: 'admin-members-disable',
    ...lesson,
    shows: 'Restore this version?',
    mock: combineMocks(versions, version),
    prepare: async (page) => {
      await compare(page)
      await page.getByRole('button', { name: 'Restore This Version' }).click()
    },
  },
  {
    name: 'admin-course-history-version-sheet',
    like: 'admin-lesson-version-sheet',
    ...history,
    shows: 'Restore This Version',
    mock: version,
  },
  {
    name: 'admin-lesson-versions-gone-sheet',
    ...history,
    shows: 'This version is gone',
    mock: combineMocks(
      answerWith('**/rpc/course_history', []),
      failRequests(one, 403, { code: '42501', message: 'refused' }),
    ),
    expectProblems: [/403/],
  },
  {
    name: 'admin-lesson-version-error-sheet',
    ...history,
    shows: 'Failed to load this version',
    ...withFailedRead(one),
  },
]
