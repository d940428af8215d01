import { type RunInput, type RunResult, runExercise, type TestResult } from '../run/run.ts'

/** Runs tests in which `main` is the module `main.js`. */
export const run = (
  main: string,
  tests: string,
  more: Partial<RunInput> = {},
): Promise<RunResult> =>
  runExercise({
    language: 'JS',
    files: [{ path: 'main.js', text: main }],
    tests: `import * as main from './main.js'\n${tests}`,
    time_ms: 5000,
    ...more,
  })

/** Runs a single test with this body, and returns its result. */
export const runBody = async (
  main: string,
  text: string,
  more: Partial<RunInput> = {},
): Promise<TestResult> => {
  const { tests, problem } = await run(main, `test('it', async () => { ${text} })`, more)
  return tests[0] ?? { name: 'it', ok: false, ...(problem ? { problem } : {}) }
}

export const failed = ({ tests }: RunResult): string[] =>
  tests.filter(({ ok }) => !ok).map(({ name }) => name)
