import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { asExercise, exerciseAnswer, lesson, member } from './learner-exercises'
import { answerWith, combineMocks } from './mocks'

const TITLE = 'A card for a book'
const BRIEF = `Build a **card** for a book: its title, who wrote it, and a button that counts how many people like it.

## What it needs

- the title is a heading
- the button says how often it was pressed
`

const HTML = `<!doctype html>
<html lang="en">
<link rel="stylesheet" href="style.css">
<article>
  <h1>The Summer Book</h1>
  <p>Tove Jansson</p>
  <button>0 likes</button>
</article>
<script src="main.js"></script>
</html>
`
const CSS = `article {
  max-width: 20rem;
  margin: 2rem auto;
  padding: 1.5rem;
  border-radius: 1rem;
  background: #e8f0ea;
  font-family: system-ui, sans-serif;
}

button {
  padding: 0.5rem 1rem;
  border: 0;
  border-radius: 0.5rem;
  background: #1f5c3d;
  color: white;
}
`
const MAIN = `const button = document.querySelector('button')
let likes = 0
console.log('There are', likes, 'likes')
`
const TESTS = `test('the title is a heading', () => {
  expect(document.querySelector('h1')?.textContent).toBe('The Summer Book')
})

test('the button counts', () => {
  const button = document.querySelector('button')
  button.click()
  expect(button.textContent).toBe('1 likes')
})
`

const code = (main: string) => [
  { path: 'index.html', text: HTML },
  { path: 'style.css', text: CSS },
  { path: 'main.js', text: main },
]

const pageExercise = (values: object = {}, outline: object = {}) =>
  combineMocks(
    asExercise({ title: TITLE, page: true, ...outline }, { title: TITLE, content: BRIEF }),
    answerWith('**/rpc/exercise_of?*', {
      ...exerciseAnswer,
      ...{ language: 'PAGE', files: code(MAIN), tests: TESTS, time_ms: 1000, can_hand_in: false },
      hints: [{ after: 1, text: 'An element has `addEventListener`.' }],
      solution_after: null,
      practice: false,
      ...values,
    }),
  )
const withCode = (main: string) =>
  pageExercise({
    draft: { files: code(main), revision: lesson, updated_at: '2026-03-05T10:00:00Z', kept: [] },
  })

const showPage = async (shown: Page) => {
  await shown.getByRole('button', { name: 'Show the page' }).click({ delay: 600 })
  await shown.getByRole('button', { name: 'Show the page' }).waitFor({ state: 'detached' })
  await shown.frameLocator('iframe[title="Your page"]').getByRole('heading').waitFor()
  await shown.getByRole('region', { name: 'Your page' }).scrollIntoViewIfNeeded()
}

/** The states of an exercise in which a learner builds a web page (the language “Page”). */
export const learnerPageScreens: Screen[] = [
  {
    name: 'exercise-page',
    ...member,
    shows: 'Your page appears here and follows what you type.',
    mock: pageExercise(),
  },
  {
    name: 'exercise-page-shown',
    ...member,
    shows: 'Check',
    mock: pageExercise(),
    prepare: showPage,
  },
  {
    name: 'exercise-page-asks',
    ...member,
    shows: 'Check',
    mock: withCode(`${MAIN}localStorage.likes = prompt('How many people like it?', '3')\n`),
    prepare: async (shown) => {
      await showPage(shown)
      await shown.getByRole('dialog', { name: 'The page asks' }).locator('input:focus').waitFor()
    },
  },
  {
    name: 'exercise-page-width',
    ...member,
    shows: 'Check',
    mock: withCode(`${MAIN}localStorage.likes = likes\n`),
    prepare: async (shown) => {
      await showPage(shown)
      await shown.getByRole('button', { name: '1280' }).click({ delay: 600 })
      await shown.getByText(/^1280 px, shown at/).waitFor()
    },
  },
  {
    name: 'exercise-page-error',
    like: 'exercise-page-failed',
    ...member,
    shows: 'Check',
    mock: withCode(`${MAIN}while (likes < 1) {\n}\n`),
    prepare: async (shown) => {
      await showPage(shown)
      await shown.getByText('An error on your page').waitFor()
    },
    expectProblems: [/did not finish/],
  },
  {
    name: 'exercise-page-failed',
    ...member,
    shows: 'Check',
    mock: pageExercise(),
    prepare: async (shown) => {
      await showPage(shown)
      await shown.getByRole('button', { name: 'Check', exact: true }).click({ delay: 600 })
      await shown.getByText('1 of 2 checks failed.').first().waitFor()
      await shown.getByRole('region', { name: 'Check results' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'exercise-page-unreachable',
    like: 'exercise-page-failed',
    ...member,
    shows: 'Check',
    mock: combineMocks(pageExercise(), (shown) =>
      shown.route('**/page.html', (route) => route.abort()),
    ),
    prepare: async (shown) => {
      await shown.getByRole('button', { name: 'Show the page' }).click({ delay: 600 })
      await shown.getByText(/^The part of this lesson that shows pages/).waitFor()
      await shown.getByRole('region', { name: 'Your page' }).scrollIntoViewIfNeeded()
    },
    expectProblems: [/ERR_/],
  },
  {
    name: 'exercise-page-done',
    like: 'exercise-page-shown',
    ...member,
    shows: 'Show the solution',
    mock: pageExercise({ solution_open: true }, { done: true }),
  },
]
