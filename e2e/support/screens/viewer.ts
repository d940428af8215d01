import type { Screen } from '../screens'

const course = '/app/courses/git-from-the-first-commit'
const lesson = `${course}/lesson/e0000000-0000-4000-8000-000000010101`

/** States of the viewer beyond its lessons. */
export const viewerScreens: Screen[] = [
  { name: 'preview', as: 'admin', path: lesson, shows: 'Nothing is recorded.' },
  {
    name: 'preview-without-access',
    as: 'admin',
    path: `${course}/lesson/e0000000-0000-4000-8000-000000010103`,
    shows: 'Access required',
    prepare: (page) => page.getByRole('button', { name: 'Without access' }).click(),
  },
  {
    name: 'shortcuts-sheet',
    as: 'member',
    path: lesson,
    shows: 'Use keyboard shortcuts',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lesson options' }).waitFor()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'offline',
    as: 'member',
    path: lesson,
    shows: 'You are offline.',
    // What was about to be fetched for later.
    expectProblems: [/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Lesson options' }).waitFor()
      await page.context().setOffline(true)
    },
  },
]
