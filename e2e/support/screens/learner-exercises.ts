import type { Page } from '@playwright/test'
import type { Screen } from '../screens'
import { answerWith, changeAnswer, combineMocks, failRequests, withLostRead } from './mocks'

/** A text lesson of the seeds, which the screens of exercises turn into an exercise. */
export const lesson = 'e0000000-0000-4000-8000-000000020103'
const slug = 'html-css-pages-that-hold'
export const member = { as: 'member', path: `/app/courses/${slug}/lesson/${lesson}` } as const
const TITLE = 'The price of a basket'

const BRIEF = `A basket is a list of goods. Write \`total\`, which **returns** the price of all of them.

## What it needs

- each good has a \`price\` and an \`amount\`
- an empty basket costs nothing
- from 100 on, the shop takes ten percent off

\`\`\`js
total([{ price: 3, amount: 2 }]) // 6
\`\`\`
`

const START = `import { discount } from './discount.js'

export function total(basket) {
  // Your code comes here.
}
`
const DISCOUNT = `export function discount(price) {
  return price >= 100 ? price * 0.9 : price
}
`
const WRONG = `import { discount } from './discount.js'

export function total(basket) {
  let sum = 0
  for (const { price } of basket) {
    console.log('adding', price)
    sum += price
  }
  return discount(sum)
}
`
const RIGHT = `import { discount } from './discount.js'

export function total(basket) {
  const prices = basket.map(({ price, amount }) => price * amount)
  return discount(prices.reduce((sum, price) => sum + price, 0))
}
`
const TESTS = `import { total } from './main.js'

describe('a basket', () => {
  test('costs nothing while it is empty', () => {
    expect(total([])).toBe(0)
  })

  test('costs the price of what is in it', () => {
    expect(total([{ price: 3, amount: 1 }])).toBe(3)
  })

  test('counts how much of each there is, however long the sentence is that says so', () => {
    expect(total([{ price: 3, amount: 2 }, { price: 5, amount: 1 }])).toBe(11)
  })

  test('is cheaper from 100 on', () => {
    expect(total([{ price: 60, amount: 2 }])).toBe(108)
  })
})
`

const code = (main: string) => [
  { path: 'main.js', text: main },
  { path: 'discount.js', text: DISCOUNT },
]

export const exerciseAnswer = {
  lesson_id: lesson,
  open: true,
  in_preparation: false,
  can_hand_in: true,
  can_write: true,
  language: 'JS' as string | null,
  version: 3 as number | null,
  files: code(START) as object[] | null,
  tests: TESTS as string | null,
  time_ms: 500 as number | null,
  hints: [
    { after: 1, text: 'Begin with `let sum = 0`, and add to it in a loop.' },
    { after: 4, text: 'What is two of something that costs 3?' },
  ] as object[] | null,
  solution_after: 3 as number | null,
  practice: false,
  solution_open: false,
  looked_at: null as string | null,
  failed_runs: 0,
  passed_at: null as string | null,
  draft: null as object | null,
  runs: [] as object[],
}

const draft = (main: string, kept: object[] = []) => ({
  files: code(main),
  revision: lesson,
  updated_at: '2026-03-05T10:00:00Z',
  kept,
})

const NAMES = [
  'a basket > costs nothing while it is empty',
  'a basket > costs the price of what is in it',
  'a basket > counts how much of each there is, however long the sentence is that says so',
  'a basket > is cheaper from 100 on',
]
const passed = NAMES.map((name) => ({ name, ok: true }))
const hidden = (ok: boolean) => ({ name: 'prices > can have cents', ok, hidden: true })
const failed = passed.map((test, at) =>
  at === 2
    ? {
        ...test,
        ok: false,
        problem: {
          message: 'Expected 11, but got 8',
          expected: '11',
          actual: '8',
          path: 'main.js',
          line: 9,
        },
      }
    : test,
)

const run = (no: number, change: object = {}) => ({
  id: `00000000-0000-4000-8000-0000000000b${no}`,
  no,
  version: 3,
  created_at: `2026-03-0${no}T10:00:00Z`,
  verified_at: `2026-03-0${no}T10:00:01Z`,
  verdict: 'FAIL',
  results: [...failed, hidden(false)],
  claimed: 'FAIL',
  ...change,
})
const pending = { verdict: 'PENDING', results: [], verified_at: null, claimed: 'PASS' }
const confirmed = { verdict: 'PASS', results: [...passed, hidden(true)], claimed: 'PASS' }

interface Outline {
  modules: { lessons: { id: string }[] }[]
}

/** Turns the lesson into an exercise. */
export const asExercise = (change: object = {}, body: object = {}) =>
  combineMocks(
    changeAnswer<Outline>('**/rpc/course_outline*', (outline) => ({
      ...outline,
      modules: outline.modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((one) =>
          one.id === lesson
            ? { ...one, type: 'EXERCISE', title: TITLE, done: false, ...change }
            : one,
        ),
      })),
    })),
    changeAnswer<object>(`**/rest/v1/lessons?*${lesson}*`, (found) => {
      const shown = { title: TITLE, content_type: 'EXERCISE', content: BRIEF, ...body }
      return Array.isArray(found)
        ? found.map((row: object) => ({ ...row, ...shown }))
        : { ...found, ...shown }
    }),
    answerWith('**/functions/v1/verify-run', {}),
    answerWith('**/rpc/save_exercise_draft', { revision: lesson, kept: [] }),
    answerWith('**/rpc/exercise_run?*', {
      ...run(1),
      lesson_id: lesson,
      user_id: lesson,
      files: code(WRONG),
    }),
  )
const page = (values: object = {}, outline: object = {}) =>
  combineMocks(
    asExercise(outline),
    answerWith('**/rpc/exercise_of?*', { ...exerciseAnswer, ...values }),
  )

const runTests =
  (times = 1) =>
  async (shown: Page) => {
    for (let at = 0; at < times; at += 1) {
      await shown.getByRole('button', { name: 'Run tests' }).click({ delay: 600 })
      await shown
        .getByText(/tests? (?:passed|failed)\.|could not be tested|can’t run here/)
        .first()
        .waitFor()
    }
    await shown.getByRole('region', { name: 'Test results' }).scrollIntoViewIfNeeded()
  }
const toCode = async (shown: Page) => {
  await shown.getByRole('tablist', { name: 'Files' }).scrollIntoViewIfNeeded()
}

/** An exercise as its learner sees it, in each state. */
export const learnerExerciseScreens: Screen[] = [
  { name: 'exercise', ...member, shows: 'Not handed in yet', mock: page() },
  {
    name: 'exercise-tests',
    everyRun: true,
    ...member,
    shows: 'Run tests',
    mock: page(),
    prepare: (shown) => shown.getByRole('tab', { name: /^tests.js/ }).click(),
  },
  {
    name: 'exercise-failed-here',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft(WRONG) }),
    prepare: runTests(),
  },
  {
    name: 'exercise-hints',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft(WRONG), failed_runs: 4 }),
    prepare: async (shown) => {
      await shown.getByText('Hint 1').click()
      await shown.getByText('Hint 2').click()
    },
  },
  {
    name: 'exercise-stopped',
    like: 'exercise-failed-here',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft('export function total() {\n  while (true) {}\n}\n'), hints: [] }),
    prepare: runTests(),
  },
  {
    name: 'exercise-broken',
    like: 'exercise-failed-here',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft('export function total( {\n'), hints: [] }),
    prepare: runTests(),
  },
  {
    name: 'exercise-passed-here',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft(RIGHT) }),
    prepare: runTests(),
  },
  {
    name: 'exercise-stale',
    like: 'exercise-passed-here',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft(RIGHT) }),
    prepare: async (shown) => {
      await runTests()(shown)
      await shown.getByRole('textbox', { name: 'Code of main.js' }).click()
      await shown.keyboard.press('Control+End')
      await shown.keyboard.type('// One price for each good')
      await shown.getByText('You have changed your code since.').waitFor()
    },
  },
  {
    name: 'exercise-pending',
    ...member,
    shows: 'Passed here. The server confirms it now',
    mock: page({ draft: draft(RIGHT), runs: [run(2, pending), run(1)], failed_runs: 1 }),
  },
  {
    name: 'exercise-confirmed',
    ...member,
    shows: 'Confirmed: you passed.',
    mock: page(
      {
        draft: draft(RIGHT),
        runs: [run(2, confirmed), run(1)],
        failed_runs: 1,
        passed_at: '2026-03-02T10:00:01Z',
        solution_open: true,
      },
      { done: true },
    ),
  },
  {
    name: 'exercise-not-confirmed',
    like: 'exercise-failed',
    ...member,
    shows: 'Passed here, and not confirmed',
    mock: page({
      draft: draft(RIGHT),
      runs: [run(1, { results: [...passed, hidden(false)], claimed: 'PASS' })],
      failed_runs: 1,
    }),
    prepare: toCode,
  },
  {
    name: 'exercise-failed',
    ...member,
    shows: 'Not passed yet',
    mock: page({ draft: draft(WRONG), runs: [run(1)], failed_runs: 1, hints: [] }),
    prepare: toCode,
  },
  {
    name: 'exercise-error',
    like: 'exercise-failed',
    ...member,
    shows: 'The server could not run this code to its end.',
    mock: page({
      draft: draft(WRONG),
      runs: [run(1, { verdict: 'ERROR', results: [], claimed: 'ERROR' })],
      failed_runs: 1,
      looked_at: '2026-03-01T10:00:00Z',
      solution_open: true,
    }),
    prepare: toCode,
  },
  {
    name: 'exercise-start-over',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft(WRONG) }),
    prepare: (shown) => shown.getByRole('button', { name: 'Start over' }).click(),
  },
  {
    name: 'exercise-solution-asked',
    like: 'exercise-start-over',
    ...member,
    shows: 'Run tests',
    mock: page({ draft: draft(WRONG), solution_open: true, failed_runs: 3 }),
    prepare: (shown) => shown.getByRole('button', { name: 'Show the solution' }).click(),
  },
  {
    name: 'exercise-solution',
    ...member,
    shows: 'Run tests',
    mock: combineMocks(
      page(
        {
          draft: draft(WRONG),
          runs: [run(2, confirmed)],
          passed_at: '2026-03-02T10:00:01Z',
          solution_open: true,
        },
        { done: true },
      ),
      answerWith('**/rpc/exercise_solution', code(RIGHT)),
    ),
    prepare: async (shown) => {
      await shown.getByRole('button', { name: 'Show the solution' }).click()
      await shown.getByText('The same in both').waitFor()
    },
  },
  {
    name: 'exercise-earlier-run',
    ...member,
    shows: 'Earlier runs',
    mock: page({
      draft: draft(RIGHT),
      runs: [run(3, pending), run(2, { verdict: 'ERROR', results: [] }), run(1)],
      failed_runs: 2,
    }),
    prepare: async (shown) => {
      await shown.getByRole('region', { name: 'Earlier runs' }).getByText('2 of 5').click()
      await shown.getByText('The same in both').waitFor()
    },
  },
  {
    name: 'exercise-other-code',
    ...member,
    shows: 'You also wrote this on another device',
    mock: page({
      draft: draft(RIGHT, [
        {
          files: code(WRONG),
          revision: exerciseAnswer.lesson_id,
          updated_at: '2026-03-05T09:00:00Z',
        },
      ]),
    }),
    prepare: async (shown) => {
      await shown.getByRole('button', { name: 'Compare' }).click()
      await shown.getByText('The same in both').waitFor()
    },
  },
  {
    name: 'exercise-preparation',
    ...member,
    shows: 'This exercise is in preparation',
    mock: page({
      in_preparation: true,
      can_hand_in: false,
      ...{ version: null, language: null, files: null, tests: null, time_ms: null, hints: null },
      solution_after: null,
    }),
  },
  {
    name: 'exercise-free-preview',
    like: 'exercise-preparation',
    ...member,
    shows: 'You are reading a free preview.',
    mock: page({ can_hand_in: false }),
  },
  {
    name: 'exercise-unreachable',
    like: 'exercise-failed-here',
    ...member,
    shows: 'Run tests',
    mock: combineMocks(page({ draft: draft(WRONG) }), (shown) =>
      shown.route('**/runner.html', (route) => route.abort()),
    ),
    prepare: runTests(),
    expectProblems: [/ERR_/],
  },
  {
    name: 'exercise-load-failed',
    ...member,
    shows: 'The files and tests could not be loaded',
    mock: combineMocks(asExercise(), failRequests('**/rpc/exercise_of?*', 400)),
    expectProblems: [/400/],
  },
  (() => {
    const away = withLostRead('**/rpc/exercise_of?*')
    return {
      name: 'exercise-away',
      ...member,
      shows: 'This exercise needs a connection',
      mock: combineMocks(asExercise(), away.mock),
      expectProblems: away.expectProblems,
    }
  })(),
]
