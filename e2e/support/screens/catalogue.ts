import type { Screen } from '../screens'
import { answerRows, leaveUnanswered, withFailedRead } from './mocks'

const catalogue = { as: 'admin', path: '/admin/courses' } as const
const create = { as: 'admin', path: '/admin/courses?new=course' } as const
const courses = '**/rest/v1/courses*'

/** The back-office's list of courses, and a new course. */
export const catalogueScreens: Screen[] = [
  { name: 'admin-courses', ...catalogue, shows: 'Edit Course' },
  {
    name: 'admin-courses-busy',
    ...catalogue,
    shows: 'Manage your course catalog',
    mock: leaveUnanswered(courses),
  },
  {
    name: 'admin-courses-empty',
    ...catalogue,
    shows: 'Get started by creating your first course',
    mock: answerRows(courses, []),
  },
  {
    name: 'admin-courses-none',
    ...catalogue,
    shows: 'Try adjusting your search or filters',
    prepare: (page) => page.getByPlaceholder('Search courses...').fill('nothing has this name'),
  },
  {
    name: 'admin-courses-error',
    ...catalogue,
    shows: 'Failed to load courses',
    ...withFailedRead(courses),
  },
  {
    name: 'admin-courses-menu-sheet',
    as: 'admin',
    // The list is filtered, because other tests create courses that would come first.
    path: '/admin/courses?q=Git+from',
    shows: 'Unpublish',
    prepare: (page) =>
      page.getByRole('button', { name: 'Actions for Git from the First Commit' }).click(),
  },
  {
    name: 'admin-courses-bin',
    like: 'admin-invites-empty',
    ...catalogue,
    shows: 'The bin is empty',
    prepare: (page) => page.getByRole('button', { name: 'Bin', exact: true }).click(),
  },
  { name: 'admin-course-create-sheet', ...create, shows: 'Create New Course' },
  {
    name: 'admin-course-create-incomplete-sheet',
    ...create,
    shows: 'Title is required',
    prepare: (page) =>
      page.getByRole('dialog').getByRole('button', { name: 'Create Course' }).click(),
  },
]
