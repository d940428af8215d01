import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answerWith, changeAnswer, combineMocks } from './mocks'

const course = '/admin/courses/c0000000-0000-4000-8000-000000000001'
const LESSON = 'e0000000-0000-4000-8000-000000010101'

const TESTS = `import { total } from './main.js'

describe('a basket', () => {
  test('costs nothing while it is empty', () => {
    expect(total([])).toBe(0)
  })

  test('costs the price of what is in it', () => {
    expect(total([{ price: 3, amount: 2 }])).toBe(6)
  })
})
`
const exercise = {
  language: 'JS',
  files: [
    {
      path: 'main.js',
      text: "import { discount } from './discount.js'\n\nexport function total(basket) {\n}\n",
    },
    { path: 'discount.js', text: 'export const discount = (price) => price\n' },
  ],
  tests: TESTS,
  hidden: `import { total } from './main.js'\n\ntest('forgets nothing', () => {\n  expect(total([{ price: 1, amount: 1 }])).toBe(1)\n})\n`,
  solution: [
    {
      path: 'main.js',
      text: 'export function total(basket) {\n  return basket.reduce((sum, { price, amount }) => sum + price * amount, 0)\n}\n',
    },
  ],
  time_ms: 500,
  hints: [
    { after: 3, text: 'Begin with an empty basket: what does the first test want?' },
    { after: 6, text: 'Multiply the price of each good by its amount.' },
  ],
  solution_after: 10,
  practice: false,
}

type Proof = {
  state: string
  problems: { file: string | null; line: number | null; message: string }[]
}

/** Turns the lesson into an exercise with this proof. */
const isExercise = (proof: Proof, values: object = {}) =>
  combineMocks(
    changeAnswer<object | object[]>('**/rest/v1/lessons*', (answer) => {
      const change = (row: object) => ({
        ...row,
        content_type: 'EXERCISE',
        content: 'Write `total`, which **returns** the price of a basket.',
        exercises: { version: 3 },
      })
      return Array.isArray(answer) ? answer.map(change) : change(answer)
    }),
    answerWith('**/rpc/exercise_to_edit*', {
      ...exercise,
      ...{ version: 3, proved_version: proof.state === 'PROVED' ? 3 : null, proof },
      ...values,
    }),
  )

const NONE: Proof = { state: 'NONE', problems: [] }
const REFUSED: Proof = {
  state: 'REFUSED',
  problems: [
    {
      file: 'solution/main.js',
      line: 2,
      message: 'a basket > costs the price of what is in it: expected 6, and 5 came.',
    },
    {
      file: 'starter',
      line: null,
      message:
        'What learners begin with passes all tests already. If they are to improve code that works, turn on Practice.',
    },
  ],
}

const dialog = (page: Page) => page.getByRole('dialog')
const edited = (proof: Proof, values: object = {}) =>
  ({ as: 'admin', path: `${course}?lesson=${LESSON}`, mock: isExercise(proof, values) }) as const
const runTests = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Run Tests' }).click()
  await dialog(page)
    .getByText(/^The starter/)
    .first()
    .waitFor()
  await dialog(page).getByRole('region', { name: 'Test results' }).scrollIntoViewIfNeeded()
}

const cardPage = (name: string) => `<!doctype html>
<html lang="en">
  <head>
    <title>Bread</title>
    <style>
      .card { display: flex; gap: 1rem; padding: 1rem; border: 1px solid silver }
      .price { color: darkred; font-weight: bold }
    </style>
  </head>
  <body>
    <article class="card">
      ${name}
      <p class="price">4.20</p>
    </article>
  </body>
</html>
`
const pageExercise = {
  language: 'PAGE',
  files: [{ path: 'index.html', text: cardPage('Rye bread') }],
  tests: `test('the name is a heading', () => {
  expect(document.querySelectorAll('h2')).toHaveLength(1)
})

test('the card is a row', () => {
  expect(getComputedStyle(document.querySelector('.card')).display).toBe('flex')
})
`,
  hidden: '',
  solution: [{ path: 'index.html', text: cardPage('<h2>Rye bread</h2>') }],
  time_ms: 1000,
  hints: [{ after: 1, text: 'A heading is an `h2`.' }],
  solution_after: null,
  practice: false,
}
const showPage = async (page: Page) => {
  await dialog(page).getByRole('button', { name: 'Show Page' }).click()
  await dialog(page)
    .frameLocator('iframe[title="Preview of Solution"]')
    .getByRole('heading', { name: 'Rye bread' })
    .waitFor()
  await dialog(page).getByRole('region', { name: 'Preview of Solution' }).scrollIntoViewIfNeeded()
}

const figures = answerWith('**/rpc/course_exercise_figures*', [
  {
    lesson_id: LESSON,
    title: 'The price of a basket',
    ...{ proved: true, language: 'JS', completed: 31 },
    ...{ tried: 38, passed: 31, median_runs: 3, looked: 4 },
    tests: [
      {
        name: 'a basket > costs the price of what is in it',
        hidden: false,
        failed: 44,
        people: 21,
        actual: '3',
      },
      { name: 'forgets nothing', hidden: true, failed: 6, people: 5, actual: null },
    ],
  },
  {
    lesson_id: 'e0000000-0000-4000-8000-000000010102',
    title: 'A small class',
    ...{ proved: false, language: 'JS', completed: 0 },
    ...{ tried: 0, passed: 0, median_runs: null, looked: 0, tests: [] },
  },
  {
    lesson_id: 'e0000000-0000-4000-8000-000000010103',
    title: 'A card with a picture and a price',
    ...{ proved: true, language: 'PAGE', completed: 17 },
    ...{ tried: 0, passed: 0, median_runs: null, looked: 0, tests: [] },
  },
])

const standing = {
  runs: 5,
  failed_runs: 4,
  passed_at: '2026-11-20T08:00:00Z',
  runs_to_pass: 5,
  looked_at: null,
}
const people = answerWith('**/rpc/exercise_figures*', {
  lesson_id: LESSON,
  ...{ tried: 2, passed: 1, median_runs: 5, looked: 1, tests: [] },
  people: [
    {
      user_id: 'dc000000-0000-4000-8000-000000000311',
      name: 'Grace Silva-Hernández',
      last_at: '2026-11-20T08:00:00Z',
      ...standing,
    },
    {
      user_id: 'dc000000-0000-4000-8000-000000000314',
      name: 'Sam Osei',
      last_at: '2026-11-19T08:00:00Z',
      ...standing,
      ...{
        runs: 3,
        failed_runs: 3,
        passed_at: null,
        runs_to_pass: null,
        looked_at: '2026-11-19T07:00:00Z',
      },
    },
  ],
})
const run = {
  id: 'f0000000-0000-4000-8000-000000000001',
  no: 4,
  version: 3,
  created_at: '2026-11-19T08:00:00Z',
  verified_at: '2026-11-19T08:00:01Z',
  verdict: 'FAIL',
  claimed: 'FAIL',
  results: [
    { name: 'a basket > costs nothing while it is empty', ok: true },
    {
      name: 'a basket > costs the price of what is in it',
      ok: false,
      problem: { message: 'expected 6, got 3' },
    },
    { name: 'forgets nothing', ok: false, hidden: true },
  ],
}
const runs = combineMocks(
  answerWith('**/rpc/exercise_runs_of*', { ...standing, kept: [run] }),
  answerWith('**/rpc/exercise_run?*', {
    ...run,
    lesson_id: LESSON,
    user_id: 'u',
    files: exercise.files,
  }),
)
const openPeople = (page: Page) =>
  page.getByRole('button', { name: '38 people tried The price of a basket' }).click()

/** The screens on which staff edit exercises, have them proved, and read figures and runs. */
export const exerciseScreens: Screen[] = [
  {
    name: 'admin-lesson-exercise',
    ...edited(NONE),
    shows: 'Code and tests',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Code and tests' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-lesson-exercise-run',
    ...edited(NONE),
    shows: /^The solution passes/,
    prepare: runTests,
  },
  {
    name: 'admin-lesson-exercise-fails',
    like: 'admin-lesson-exercise-run',
    ...edited(NONE, {
      solution: [
        { path: 'main.js', text: 'export function total(basket) {\n  return basket.length\n}\n' },
      ],
    }),
    shows: /^The solution fails/,
    prepare: runTests,
  },
  {
    name: 'admin-lesson-exercise-refused',
    ...edited(REFUSED),
    shows: 'The proof was refused.',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Publishing' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-lesson-exercise-proved',
    like: 'admin-lesson-exercise-refused',
    ...edited({ state: 'PROVED', problems: [] }),
    shows: 'Proved: learners have this version.',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Hints' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-lesson-page',
    like: 'admin-lesson-exercise',
    ...edited(NONE, pageExercise),
    shows: 'Code and tests',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Code and tests' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-lesson-page-shown',
    ...edited(NONE, pageExercise),
    shows: 'Preview of Solution',
    prepare: showPage,
  },
  {
    name: 'admin-lesson-page-asks',
    like: 'exercise-page-asks',
    ...edited(NONE, {
      ...pageExercise,
      solution: [
        {
          path: 'index.html',
          text: cardPage("<h2>Rye bread</h2><script>confirm('Is it fresh?')</script>"),
        },
      ],
    }),
    shows: 'Preview of Solution',
    prepare: async (page) => {
      await showPage(page)
      await page.getByRole('dialog', { name: 'The page asks' }).waitFor()
    },
  },
  {
    name: 'admin-lesson-page-fails',
    like: 'admin-lesson-exercise-run',
    ...edited(NONE, { ...pageExercise, solution: pageExercise.files }),
    shows: 'The solution fails 1 of 2 checks.',
    prepare: async (page) => {
      await dialog(page).getByRole('button', { name: 'Run Checks' }).click()
      await dialog(page)
        .getByText(/^The starter/)
        .first()
        .waitFor()
      await dialog(page).getByRole('region', { name: 'Check results' }).scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'admin-lesson-page-saved',
    like: 'admin-lesson-exercise-refused',
    ...edited({ state: 'PROVED', problems: [] }, pageExercise),
    shows: 'Saved: learners have this version.',
    prepare: (page) =>
      dialog(page).getByRole('heading', { name: 'Publishing' }).scrollIntoViewIfNeeded(),
  },
  {
    name: 'admin-exercise-figures',
    as: 'admin',
    path: `${course}?tab=figures`,
    shows: 'a basket › costs the price of what is in it',
    mock: figures,
  },
  {
    name: 'admin-exercise-people',
    as: 'admin',
    path: `${course}?tab=figures`,
    shows: 'Grace Silva-Hernández',
    mock: combineMocks(figures, people),
    prepare: openPeople,
  },
  {
    name: 'admin-exercise-runs',
    as: 'admin',
    path: `${course}?tab=figures`,
    shows: 'discount.js',
    mock: combineMocks(figures, people, runs),
    prepare: async (page) => {
      await openPeople(page)
      await page.getByRole('button', { name: 'Runs of Sam Osei' }).click()
      await page.getByText('Run 4').click()
    },
  },
]
