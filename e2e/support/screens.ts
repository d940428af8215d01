import type { Page } from '@playwright/test'

/** A screen in one of its states, as somebody sees it. */
export interface Screen {
  name: string
  as: 'visitor' | 'newcomer' | 'member' | 'admin' | 'creator' | 'moderator'
  path: string
  /** What must be there before a picture is taken. */
  shows: string | RegExp
  /** Brings the screen into the state that the name promises. */
  prepare?: (page: Page) => Promise<void>
  /** Problems that the state provokes on purpose. */
  expectProblems?: RegExp[]
}

const half = '/app/courses/html-css-pages-that-hold'
const git = '/app/courses/git-from-the-first-commit'
const lesson = (slug: string, end: string) =>
  `/app/courses/${slug}/lesson/e0000000-0000-4000-8000-0000000${end}`

const htmlCss = 'html-css-pages-that-hold'
const gitSlug = 'git-from-the-first-commit'
const javaScript = 'javascript-thinking-in-functions'

async function failing(page: Page, pattern: string, status = 503): Promise<void> {
  await page.route(pattern, (route) => route.fulfill({ status, json: { message: 'unavailable' } }))
  await page.reload()
}

/** Every screen and state there is, on the seed data: the gallery pictures them, the accessibility journey checks them. */
export const screens: Screen[] = [
  { name: 'welcome', as: 'visitor', path: '/', shows: 'Get Started' },
  { name: 'login', as: 'visitor', path: '/login', shows: 'Log in' },
  {
    name: 'login-incomplete',
    as: 'visitor',
    path: '/login',
    shows: 'Email is required',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  {
    name: 'login-refused',
    as: 'visitor',
    path: '/login',
    shows: 'Invalid login credentials',
    expectProblems: [/400/],
    prepare: async (page) => {
      await page.getByLabel('Email').fill('member@rookies.test')
      await page.getByLabel('Password', { exact: true }).fill('wrong words')
      await page.getByRole('button', { name: 'Log in' }).click()
    },
  },
  { name: 'not-found', as: 'visitor', path: '/no/such/place', shows: 'Oops! Page not found' },
  { name: 'library', as: 'member', path: '/app/dashboard', shows: 'Courses Library' },
  {
    name: 'crash',
    as: 'member',
    path: '/login',
    shows: 'Unexpected Application Error!',
    expectProblems: [/library-page/, /Failed to fetch/, /console: /, /ERR_FAILED/],
    prepare: async (page) => {
      await page.route('**/assets/library-page*', (route) => route.abort())
      await page.goto('/app/dashboard')
    },
  },
  { name: 'library-empty', as: 'newcomer', path: '/app/dashboard', shows: 'No courses available' },
  {
    name: 'library-error',
    as: 'member',
    path: '/app/dashboard',
    shows: 'Error Loading Courses',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/library*'),
  },
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
  { name: 'lesson-completed', as: 'member', path: `${git}`, shows: 'Completed' },
  {
    name: 'lesson-file',
    as: 'member',
    path: lesson(gitSlug, '10205'),
    shows: 'File Content Not Supported',
  },
  {
    name: 'lesson-link',
    as: 'member',
    path: lesson(gitSlug, '10303'),
    shows: /Completed|Mark As Complete/,
  },
  {
    name: 'lesson-free-preview',
    as: 'newcomer',
    path: lesson(gitSlug, '10101'),
    shows: 'Mark As Complete',
  },
  {
    name: 'lesson-locked',
    as: 'newcomer',
    path: lesson(gitSlug, '10103'),
    shows: 'Access required',
  },
  {
    name: 'course-welcome',
    as: 'member',
    path: `${half}/lesson/00000000-0000-4000-8000-000000000000`,
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
    path: half,
    shows: 'Failed to load course. Please try again later.',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rpc/course_outline*'),
  },
  {
    name: 'course-outline-sheet',
    as: 'member',
    path: lesson(htmlCss, '20304'),
    shows: 'Mark As Complete',
    prepare: async (page) => {
      const opener = page.getByRole('button', { name: 'Course outline', exact: true })
      if (await opener.isVisible()) await opener.click()
    },
  },
  {
    name: 'admin-courses',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Edit Course',
  },
  {
    name: 'admin-courses-none',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Try adjusting your search or filters',
    prepare: async (page) => {
      await page.getByPlaceholder('Search courses...').fill('nothing has this name')
    },
  },
  {
    name: 'admin-courses-error',
    as: 'admin',
    path: '/admin/courses',
    shows: 'Failed to load courses',
    expectProblems: [/503/],
    prepare: (page) => failing(page, '**/rest/v1/courses*'),
  },
  {
    name: 'admin-course',
    as: 'admin',
    path: '/admin/courses/c0000000-0000-4000-8000-000000000001',
    shows: 'Visible to users when published',
  },
  {
    name: 'admin-course-draft',
    as: 'admin',
    path: '/admin/courses/c0000000-0000-4000-8000-000000000004',
    shows: 'Hidden from users',
  },
  {
    name: 'admin-course-not-found',
    as: 'admin',
    path: '/admin/courses/00000000-0000-4000-8000-00000000dead',
    shows: 'Back to Courses',
  },
  { name: 'admin-denied', as: 'member', path: '/admin', shows: 'Access Denied' },
  { name: 'admin-moderator', as: 'moderator', path: '/admin', shows: 'Admin access required' },
  { name: 'admin-page-not-found', as: 'admin', path: '/admin/no-such-page', shows: /not found/i },
]
