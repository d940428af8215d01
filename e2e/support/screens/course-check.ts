import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { courseOf, editor, touches12, weight } from './course-editor'
import {
  answerWith,
  combineMocks,
  failRequests,
  leaveUnanswered,
  whileLoading,
  withFailedRead,
  withMissingCode,
} from './mocks'

const found = '**/rpc/check_course'
const asked = '**/functions/v1/check-links'
const check = { ...editor, path: `${editor.path}?check=1` } as const

const remark = (rule: string, lesson: string | null, detail: string | null = null) => ({
  rule,
  lesson_id: lesson && 'e0000000-0000-4000-8000-000000000001',
  lesson,
  module_id: 'd0000000-0000-4000-8000-000000000001',
  module: 'Where to go from here',
  detail,
})

const remarks = answerWith(found, {
  lessons: 12,
  links: 14,
  found: 4,
  remarks: [
    remark('no_video', 'Rebase or merge?'),
    remark('no_length', 'Rebase or merge?'),
    remark(
      'no_description',
      'Rebase or merge?',
      'https://example.org/drawings/a-graph-of-commits-with-three-branches.svg',
    ),
    remark('empty_module', null),
  ],
})

const link = (target: string, state: string, kind = 'link') => ({
  target,
  state,
  kind,
  lesson_id: 'e0000000-0000-4000-8000-000000000001',
  lesson: 'Rebase or merge?',
})

const links = answerWith(asked, {
  links: [
    link('https://example.org/book', 'FINE'),
    link('https://example.org/old-handbook/chapter-one-which-has-moved', 'GONE'),
    link('VIMEO:76979871', 'REFUSED', 'video'),
    link('https://slow.example.org/', 'UNREACHED'),
  ],
})

const askLinks = (page: Page) => page.getByRole('button', { name: /^Check \d+ Links$/ }).click()

/** The check of a course before it is published. */
export const courseCheckScreens: Screen[] = [
  { name: 'admin-course-check', ...check, shows: '12 lessons, 4 remarks', mock: remarks },
  {
    name: 'admin-course-check-none',
    ...check,
    shows: '12 lessons, no remarks',
    mock: answerWith(found, { lessons: 12, links: 0, found: 0, remarks: [] }),
  },
  {
    name: 'admin-course-check-error',
    ...check,
    shows: 'Failed to check the course',
    ...withFailedRead(found),
  },
  {
    name: 'admin-course-check-missing',
    like: 'admin-members-error',
    ...check,
    shows: 'This part could not be loaded.',
    ...withMissingCode('course-check'),
  },
  { name: 'admin-course-check-loading', ...check, shows: 'Check Course', ...whileLoading(found) },
  {
    name: 'admin-course-check-links',
    ...check,
    shows: /1 link could not be reached from the server/,
    mock: combineMocks(remarks, links),
    prepare: askLinks,
  },
  {
    name: 'admin-course-check-links-busy',
    ...check,
    shows: /^Checking 14 links/,
    mock: combineMocks(remarks, leaveUnanswered(asked)),
    prepare: askLinks,
  },
  {
    name: 'admin-course-check-links-error',
    ...check,
    shows: 'You have checked links 30 times in an hour. Try again later.',
    expectProblems: [/422/],
    mock: combineMocks(
      remarks,
      failRequests(asked, 422, {
        code: 'PT422',
        hint: 'TOO_MANY_CHECKS',
        message: 'You have checked links 30 times in an hour. Try again later.',
      }),
    ),
    prepare: askLinks,
  },
  {
    name: 'admin-course-publish-sheet',
    like: 'admin-course-check',
    ...editor,
    path: courseOf('c0000000-0000-4000-8000-000000000004'),
    shows: '12 lessons, 4 remarks',
    mock: combineMocks(remarks, answerWith(weight, { ...touches12, open: false })),
    prepare: (page) => page.getByRole('button', { name: 'Publish Course' }).click(),
  },
]
