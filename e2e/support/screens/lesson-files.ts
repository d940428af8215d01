import type { Page } from '@playwright/test'
import { png } from '../files'
import type { Screen } from '../screens'
import { changeAnswer, combineMocks, failRequests } from './mocks'

const WIDE = '0b0c0d0e-0000-4000-8000-000000000001/hills.png'
const SMALL = '0b0c0d0e-0000-4000-8000-000000000002/badge.png'
const SLIDES = '0b0c0d0e-0000-4000-8000-000000000003/slides.pdf'
const LOST = '0b0c0d0e-0000-4000-8000-000000000004/lost.pdf'

const FILES = [
  {
    ...{ path: WIDE, name: 'Hills at dusk.png', size: 340_000, type: 'image/png' },
    ...{
      width: 1280,
      height: 800,
      alt: 'Hills under a low sun, as they are seen from the harbour',
    },
  },
  {
    ...{ path: SMALL, name: 'badge.png', size: 900, type: 'image/png' },
    ...{ width: 48, height: 48, alt: '' },
  },
  {
    ...{ path: SLIDES, name: 'Slides of the first week.pdf', size: 1_240_000 },
    ...{ type: 'application/pdf', width: null, height: null, alt: '' },
  },
]

const TEXT = `## The land

A line of text stands before the picture, so that one sees how far apart they are.

![](lesson-files/${WIDE})

Behind it the text goes on, with ![a badge](lesson-files/${SMALL}) in the middle of a sentence, and then with a link to
the [slides of the first week](lesson-files/${SLIDES}), which are worth a look. The
[exercises](lesson-files/${LOST}) were here once.
`

const lessons = '**/rest/v1/lessons?*'
const signing = '**/functions/v1/sign-files'
const PICTURES = new Map([
  [WIDE, Buffer.from(png(1280, 800))],
  [SMALL, Buffer.from(png(48, 48))],
])

/** Answers for storage: it signs every address and returns the pictures. */
const storage = async (page: Page) => {
  await page.route(signing, (route) => {
    const { paths }: { paths: string[] } = route.request().postDataJSON()
    const files = paths.map((path) => ({
      ...{ path, address: `/object/sign/lesson-files/${path}?token=t` },
    }))
    return route.fulfill({ json: { files } })
  })
  await page.route('**/storage/v1/object/sign/lesson-files/**', (route) => {
    const path = new URL(route.request().url()).pathname.split('/lesson-files/')[1] ?? ''
    return route.fulfill({ contentType: 'image/png', body: PICTURES.get(path) ?? '' })
  })
}

const written = (change: object) =>
  changeAnswer<object[]>(lessons, (rows) =>
    rows.map((row) => ({ ...row, lesson_files: FILES, ...change })),
  )

const attached = [
  { title: 'Slides of the first week', url: `lesson-files/${SLIDES}` },
  { title: 'What others have written about it', url: 'https://example.org/reading' },
  { title: 'Exercises', url: `lesson-files/${LOST}` },
].map((entry, at) => ({ ...entry, id: String(at), sort_order: at }))

const course = (end: string) => `/app/courses/${end}`
const text = {
  as: 'member',
  path: `${course('javascript-thinking-in-functions')}/lesson/e0000000-0000-4000-8000-000000030102`,
  mock: combineMocks(written({ content: TEXT, lesson_attachments: attached }), storage),
} as const
const file = {
  as: 'member',
  path: `${course('git-from-the-first-commit')}/lesson/e0000000-0000-4000-8000-000000010205`,
} as const

/** Waits until the lesson's pictures and the content after them have loaded. */
const painted = async (page: Page) => {
  await page.getByRole('heading', { name: 'Instructor' }).waitFor()
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('article img[data-file]')]
    return pictures.length > 0 && pictures.every(({ naturalWidth }) => naturalWidth > 0)
  })
}

/** Lessons with pictures, files to download, and attachments that are files. */
export const lessonFileScreens: Screen[] = [
  {
    name: 'lesson-files',
    ...text,
    shows: 'Behind it the text goes on',
    prepare: painted,
  },
  {
    name: 'lesson-picture-sheet',
    ...text,
    shows: 'Hills at dusk.png',
    prepare: async (page) => {
      await painted(page)
      await page.getByRole('button', { name: /^Enlarge picture: Hills/ }).click()
    },
  },
  {
    name: 'lesson-files-need-connection',
    like: 'lesson-files',
    ...text,
    mock: combineMocks(text.mock, failRequests(signing)),
    shows: 'This file needs a connection',
    expectProblems: [/503/],
  },
  {
    name: 'lesson-file-stored',
    ...file,
    mock: combineMocks(written({ file_key: SLIDES }), storage),
    shows: 'Slides of the first week.pdf',
  },
  {
    name: 'lesson-file-picture',
    like: 'lesson-file-stored',
    ...file,
    mock: combineMocks(written({ file_key: WIDE }), storage),
    shows: 'Hills at dusk.png',
    prepare: painted,
  },
]
