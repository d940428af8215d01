import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { WIDE_WORD } from '../wide-text'
import { answerWith, failRequests } from './mocks'

const at = '/app/dashboard'
const member = { as: 'member', path: at } as const

async function openSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Search courses, categories and lessons' }).click()
  await page.getByRole('combobox', { name: 'Search courses' }).waitFor()
}

const searching = (text: string) => async (page: Page) => {
  await openSearch(page)
  await page.getByRole('combobox', { name: 'Search courses' }).fill(text)
}

/** The search in the top bar. */
export const searchScreens: Screen[] = [
  {
    ...member,
    name: 'search-continue-sheet',
    like: 'search-recent-sheet',
    shows: 'Continue',
    prepare: openSearch,
  },
  {
    ...member,
    name: 'search-hint-sheet',
    like: 'search-nothing-sheet',
    shows: 'Type at least two letters.',
    prepare: searching('f'),
  },
  {
    ...member,
    name: 'search-results-sheet',
    shows: 'Functions are values',
    prepare: searching('function'),
  },
  {
    ...member,
    name: 'search-questions-sheet',
    like: 'search-results-sheet',
    shows: /^Answered question/,
    mock: answerWith('**/rpc/search_questions*', [
      {
        ...{ id: 'dc000000-0000-4000-8000-000000000011', state: 'ANSWERED' },
        ...{ lesson_id: 'e0000000-0000-4000-8000-000000020103', slug: 'html-css-pages-that-hold' },
        ...{ course: 'HTML and CSS: Pages That Hold', lesson: 'Headings and landmarks' },
        title: 'Why is this undefined in my \u0002function\u0003?',
        snippet: '...I call the \u0002function\u0003 from a button, and then it says undefined',
        ...{ answer_id: null, answer_accepted: false },
      },
      {
        ...{ id: 'dc000000-0000-4000-8000-000000000012', state: 'OPEN' },
        ...{ lesson_id: 'e0000000-0000-4000-8000-000000020103', slug: 'html-css-pages-that-hold' },
        ...{ course: 'HTML and CSS: Pages That Hold', lesson: 'Headings and landmarks' },
        title: 'Does a \u0002function\u0003 need a name?',
        snippet: null,
        ...{ answer_id: null, answer_accepted: false },
      },
      {
        ...{ id: 'dc000000-0000-4000-8000-000000000013', state: 'ANSWERED' },
        ...{ lesson_id: 'e0000000-0000-4000-8000-000000020103', slug: 'html-css-pages-that-hold' },
        ...{ course: 'HTML and CSS: Pages That Hold', lesson: 'Headings and landmarks' },
        title: 'My button does nothing',
        snippet: `Give the <button> a \u0002function\u0003 to call, and not ${WIDE_WORD}.`,
        ...{ answer_id: 'dc000000-0000-4000-8000-000000000023', answer_accepted: true },
      },
    ]),
    prepare: async (page) => {
      await searching('function')(page)
      await page.getByRole('group', { name: 'Questions' }).scrollIntoViewIfNeeded()
    },
  },
  {
    ...member,
    name: 'search-corrected-sheet',
    like: 'search-results-sheet',
    shows: 'Showing results',
    prepare: searching('fucntion'),
  },
  {
    ...member,
    name: 'search-nothing-sheet',
    shows: 'Nothing found for',
    prepare: searching('xylophone'),
  },
  {
    ...member,
    name: 'search-failed-sheet',
    like: 'search-nothing-sheet',
    shows: 'Search failed',
    expectProblems: [/503/],
    mock: failRequests('**/rpc/search*'),
    prepare: searching('function'),
  },
  {
    ...member,
    name: 'search-recent-sheet',
    shows: 'Recent searches',
    prepare: async (page) => {
      await searching('function')(page)
      await page.getByRole('listbox').getByRole('option').nth(1).click()
      await page.getByRole('combobox').waitFor({ state: 'detached' })
      await page.waitForURL((url) => url.pathname !== at)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await openSearch(page)
    },
  },
]
