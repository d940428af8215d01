import type { Screen } from '../screens'
import { failing } from './mocks'

const git = '/app/courses/git-from-the-first-commit'
const htmlCss = '/app/courses/html-css-pages-that-hold'
const javaScript = '/app/courses/javascript-thinking-in-functions'
const lesson = (course: string, end: string) =>
  `${course}/lesson/e0000000-0000-4000-8000-0000000${end}`

const member = { as: 'member', path: lesson(git, '10101') } as const

/** A course and its lessons. */
export const viewerScreens: Screen[] = [
  {
    name: 'lesson-video',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
  },
  {
    name: 'lesson-text',
    as: 'member',
    path: lesson(javaScript, '30102'),
    shows: 'Mark As Complete',
  },
  { name: 'lesson-completed', as: 'member', path: git, shows: 'You already keep versions' },
  {
    name: 'lesson-file',
    as: 'member',
    path: lesson(git, '10205'),
    shows: 'File Content Not Supported',
  },
  {
    name: 'lesson-link',
    as: 'member',
    path: lesson(git, '10303'),
    shows: /Completed|Mark As Complete/,
  },
  {
    name: 'lesson-free-preview',
    as: 'newcomer',
    path: lesson(git, '10101'),
    shows: 'Mark As Complete',
  },
  { name: 'lesson-locked', as: 'newcomer', path: lesson(git, '10103'), shows: 'Access required' },
  {
    name: 'course-welcome',
    as: 'member',
    path: `${htmlCss}/lesson/00000000-0000-4000-8000-000000000000`,
    shows: 'Select a lesson from the sidebar to get started.',
  },
  {
    name: 'course-not-found',
    as: 'member',
    path: '/app/courses/no-such-course',
    shows: 'Course not found. Please check the URL and try again.',
  },
  {
    name: 'course-error',
    as: 'member',
    path: htmlCss,
    shows: 'Failed to load course. Please try again later.',
    ...failing('**/rpc/course_outline*'),
  },
  {
    name: 'course-outline-sheet',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Mark As Complete' }).waitFor()
      const opener = page.getByRole('button', { name: 'Course outline', exact: true })
      if (await opener.isVisible()) await opener.click()
    },
  },
  { name: 'preview', as: 'admin', path: member.path, shows: 'Nothing is recorded.' },
  {
    name: 'preview-without-access',
    as: 'admin',
    path: lesson(git, '10103'),
    shows: 'Access required',
    prepare: (page) => page.getByRole('button', { name: 'Without access' }).click(),
  },
  {
    name: 'shortcuts-sheet',
    ...member,
    shows: 'Use keyboard shortcuts',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lesson options' }).waitFor()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'offline',
    ...member,
    shows: 'You are offline.',
    // What was about to be fetched for later.
    expectProblems: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lesson options' }).waitFor()
      await page.context().setOffline(true)
    },
  },
]
