import type { Page } from '@playwright/test'
import { gradient } from '../files'
import type { Screen } from '../screens'
import {
  answerWith,
  changeAnswer,
  combineMocks,
  failRequests,
  whileLoading,
  withFailedRead,
  withMissingCode,
} from './mocks'

const editor = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const files = { as: 'admin', path: `${editor}?tab=files` } as const
const details = { as: 'admin', path: `${editor}?tab=details` } as const
const read = '**/rpc/course_files'

const lesson = (title: string, more: object = {}) => ({
  id: 'e0000000-0000-4000-8000-000000010101',
  title,
  module_id: 'd0000000-0000-4000-8000-000000000001',
  used: true,
  said: false,
  silent: false,
  ...more,
})

const file = (at: number, name: string, type: string, more: object = {}) => ({
  path: `0f8fad5b-d9cb-469f-a165-7086772895${String(at).padStart(2, '0')}/${name.toLowerCase()}`,
  name,
  size: 34_000,
  type,
  width: null,
  height: null,
  alt: '',
  lessons: [lesson('Rebase or merge?')],
  unused_since: null,
  ...more,
})

const measured = { width: 640, height: 480 }

const known = answerWith(read, [
  file(1, 'commits.png', 'image/png', {
    ...measured,
    alt: 'A graph of commits with three branches, of which two were merged and one was left',
    lessons: [lesson('What a commit is', { silent: true }), lesson('Rebase or merge?')],
  }),
  file(2, 'exercises.zip', 'application/zip', { size: 3_400_000 }),
  file(3, 'merge.webp', 'image/webp', {
    ...measured,
    lessons: [lesson('Rebase or merge?', { silent: true })],
  }),
  file(4, 'screenshot-of-a-terminal-that-someone-took-with-a-very-long-name.png', 'image/png', {
    width: 2880,
    height: 1800,
    lessons: [lesson('Rebase or merge?', { said: true })],
  }),
  file(5, 'slides.pdf', 'application/pdf', {
    size: 1_250_000,
    unused_since: '2099-12-04T10:00:00+00:00',
    lessons: [lesson('Rebase or merge?', { used: false })],
  }),
])

/** Answers for storage: it signs every address, and returns the same picture for each. */
const signs = async (page: Page) => {
  await page.route('**/functions/v1/sign-files', (route) => {
    const { paths }: { paths: string[] } = route.request().postDataJSON()
    const files = paths.map((path) => ({
      ...{ path, address: `/object/sign/lesson-files/${path}?token=x` },
    }))
    return route.fulfill({ json: { files } })
  })
  await page.route('**/storage/v1/object/sign/lesson-files/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: gradient(320, 240) }),
  )
}

const stored = combineMocks(
  changeAnswer<object[]>(/\/rest\/v1\/courses.*id=eq/, (rows) =>
    rows.map((row) => ({
      ...row,
      thumbnail_url: 'covers/0f8fad5b-d9cb-469f-a165-70867728950e/git.webp',
    })),
  ),
  (page) =>
    page.route('**/storage/v1/object/public/covers/**', (route) =>
      route.fulfill({ contentType: 'image/png', body: gradient(640, 384) }),
    ),
)

const choose = (name: string, mimeType: string, buffer: Buffer) => async (page: Page) => {
  await page
    .getByLabel('Picture', { exact: true })
    .locator('input[type="file"]')
    .setInputFiles({ name, mimeType, buffer })
}

const cut = (width: number, height: number) => async (page: Page) => {
  await choose('commits.png', 'image/png', gradient(width, height))(page)
  await page.getByRole('button', { name: 'Use Picture' }).waitFor()
}

/** The files of a course, and its picture. */
export const courseFileScreens: Screen[] = [
  {
    name: 'admin-course-files',
    ...files,
    shows: /^5 files, 4\.5 MB; 1 picture has no alt text$/,
    mock: combineMocks(known, signs),
  },
  {
    name: 'admin-course-files-lacking',
    like: 'admin-course-files',
    ...files,
    path: `${files.path}&files=lacking`,
    shows: 'merge.webp',
    mock: combineMocks(known, signs),
  },
  {
    name: 'admin-course-files-writing',
    ...files,
    shows: 'merge.webp',
    mock: combineMocks(known, signs),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Add alt text to merge.webp' }).click()
      await page
        .getByRole('textbox', { name: 'Alt text of merge.webp' })
        .fill('Two lines that meet')
    },
  },
  {
    name: 'admin-course-files-unused-none',
    ...files,
    path: `${files.path}&files=unused`,
    shows: 'No unused files',
    mock: answerWith(read, [file(2, 'exercises.zip', 'application/zip')]),
  },
  {
    name: 'admin-course-files-empty',
    ...files,
    shows: 'No files yet',
    mock: answerWith(read, []),
  },
  {
    name: 'admin-course-files-missing',
    like: 'admin-members-error',
    ...details,
    shows: 'This part could not be loaded.',
    ...withMissingCode('course-files'),
    prepare: (page) => page.getByRole('tab', { name: 'Files' }).click(),
  },
  {
    name: 'admin-course-files-error',
    ...files,
    shows: 'Failed to load the files',
    ...withFailedRead(read),
  },
  { name: 'admin-course-files-loading', ...files, shows: 'Files', ...whileLoading(read) },
  { name: 'admin-course-cover', ...details, shows: 'Remove Picture', mock: stored },
  {
    name: 'admin-course-cover-wide',
    ...details,
    shows: 'Course Details',
    prepare: cut(1200, 400),
  },
  {
    name: 'admin-course-cover-tall',
    ...details,
    shows: 'Course Details',
    prepare: cut(400, 900),
  },
  {
    name: 'admin-course-cover-refused',
    ...details,
    shows: 'Course Details',
    prepare: async (page) => {
      await choose('notes-for-the-course.txt', 'text/plain', Buffer.from('words'))(page)
      await page.getByText(/^notes-for-the-course.txt is not a picture/).waitFor()
    },
  },
  {
    name: 'admin-course-cover-unsent',
    ...details,
    shows: 'Course Details',
    expectProblems: [/400/],
    mock: failRequests('**/rpc/begin_uploads', 400, {
      code: 'PT422',
      message: "Files like commits.png aren't accepted",
    }),
    prepare: async (page) => {
      await cut(1200, 400)(page)
      await page.getByRole('button', { name: 'Use Picture' }).click()
      await page.getByText('Failed to upload the picture').waitFor()
    },
  },
]
