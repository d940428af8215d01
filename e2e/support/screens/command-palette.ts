import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { failRequests, leaveUnanswered } from './mocks'

const admin = { as: 'admin', path: '/admin/courses' } as const

async function openPalette(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search and commands' }).click()
  await page.getByRole('combobox').waitFor()
}

const searching = (text: string) => async (page: Page) => {
  await openPalette(page)
  await page.getByRole('combobox').fill(text)
}

export const commandPaletteScreens: Screen[] = [
  { ...admin, name: 'command-palette-sheet', shows: 'Latest courses', prepare: openPalette },
  {
    ...admin,
    name: 'command-palette-results-sheet',
    shows: 'Git from the First Commit',
    prepare: searching('git'),
  },
  {
    ...admin,
    name: 'command-palette-nothing-sheet',
    shows: 'Nothing found for',
    prepare: searching('xylophone'),
  },
  {
    ...admin,
    name: 'command-palette-people-sheet',
    like: 'command-palette-results-sheet',
    shows: 'newcomer@rookies.test',
    prepare: searching('newcomer@rookies'),
  },
  {
    ...admin,
    name: 'command-palette-busy-sheet',
    like: 'command-palette-nothing-sheet',
    shows: 'Sign Out',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Search and commands' }).waitFor()
      await leaveUnanswered('**/rest/v1/courses*')(page)
      await openPalette(page)
    },
  },
  {
    ...admin,
    name: 'command-palette-failed-sheet',
    like: 'command-palette-nothing-sheet',
    shows: 'Try Again',
    expectProblems: [/503/],
    prepare: async (page) => {
      await page
        .getByRole('link', { name: /^Edit Course/ })
        .first()
        .waitFor()
      await failRequests('**/rest/v1/courses*')(page)
      await searching('theme')(page)
    },
  },
]
