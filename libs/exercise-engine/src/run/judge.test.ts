import { describe, expect, test } from 'vitest'
import { judge, prove, type Run } from './judge'
import type { RunInput, RunResult, TestResult } from './run'

const FILES = [{ path: 'main.js', text: 'begun' }]
const SOLUTION = [{ path: 'main.js', text: 'solved' }]
const exercise = { language: 'JS', tests: 'shown', hidden: 'hidden', time_ms: 500 } as const

const passing = (ms = 10, ...tests: TestResult[]): RunResult => ({
  verdict: 'PASS',
  tests: tests.length > 0 ? tests : [{ name: 'a', ok: true }],
  ms,
})
const failing = (...tests: TestResult[]): RunResult => ({ verdict: 'FAIL', tests, ms: 10 })

/** Returns an engine that gets its results from `answer`, and a list of its inputs. */
function engine(answer: (tests: string, code: string) => RunResult) {
  const inputs: RunInput[] = []
  const run: Run = async (input) => {
    inputs.push(input)
    return answer(input.tests, input.files[0]?.text ?? '')
  }
  return { run, inputs }
}

describe('a verdict', () => {
  test('is a pass only if the shown and the hidden tests pass', async () => {
    for (const wrong of ['shown', 'hidden', 'none']) {
      const { run } = engine((tests) =>
        tests === wrong ? failing({ name: 'a', ok: false }) : passing(),
      )
      const { verdict } = await judge(exercise, FILES, run)
      expect(verdict).toBe(wrong === 'none' ? 'PASS' : 'FAIL')
    }
  })

  test('gives the hidden tests the rest of the time', async () => {
    const { run, inputs } = engine(() => passing(180.4))
    const { ms } = await judge(exercise, FILES, run)
    expect(inputs.map(({ time_ms }) => time_ms)).toEqual([500, 320])
    expect(ms).toBeCloseTo(360.8)
    const slow = engine(() => passing(900))
    await judge(exercise, FILES, slow.run)
    expect(slow.inputs[1]?.time_ms).toBe(1)
  })

  test('takes one run if there are no hidden tests', async () => {
    const { run, inputs } = engine(() => passing())
    expect((await judge({ ...exercise, hidden: ' \n' }, FILES, run)).verdict).toBe('PASS')
    expect(inputs).toHaveLength(1)
  })

  test('keeps which tests did not run', async () => {
    const { run } = engine((name) =>
      passing(10, { name, ok: true }, { name: 'later', ok: true, not_run: 'TODO' }),
    )
    expect((await judge(exercise, FILES, run)).results).toEqual([
      { name: 'shown', ok: true },
      { name: 'later', ok: true, not_run: 'TODO' },
      { name: 'hidden', ok: true, hidden: true },
      { name: 'later', ok: true, not_run: 'TODO', hidden: true },
    ])
  })

  test('has only the name and the outcome of a hidden test, and no console output', async () => {
    const wrong = { message: 'secret', expected: '42', actual: '1', path: 'main.js', line: 2 }
    const { run } = engine((tests) =>
      failing({ name: tests, ok: false, problem: wrong, console: ['secret'] }),
    )
    expect((await judge(exercise, FILES, run)).results).toEqual([
      { name: 'shown', ok: false, problem: wrong },
      { name: 'hidden', ok: false, hidden: true },
    ])
  })

  test('names the place of an error that stops the files, but not if it stops the hidden tests', async () => {
    const problem = { message: 'Unexpected end of input', path: 'main.js', line: 3 }
    const broken: RunResult = { verdict: 'ERROR', tests: [], problem, ms: 1 }
    const never = engine(() => broken)
    const shown = await judge(exercise, FILES, never.run)
    expect(shown).toMatchObject({ verdict: 'FAIL' })
    expect(shown.results).toEqual([{ name: 'Running the files', ok: false, problem }])
    expect(never.inputs).toHaveLength(1)

    const later = engine((tests) => (tests === 'hidden' ? broken : passing()))
    const hidden = await judge(exercise, FILES, later.run)
    expect(hidden.verdict).toBe('FAIL')
    expect(hidden.results).toEqual([
      { name: 'a', ok: true },
      { name: 'Running the hidden tests', ok: false, hidden: true },
    ])
  })

  test('contains no character that PostgreSQL cannot store', async () => {
    const message = `${'😀'.repeat(1_000)}\0`.slice(1)
    const { run } = engine(() => failing({ name: 'a\0b', ok: false, problem: { message } }))
    const { results } = await judge({ ...exercise, hidden: '' }, FILES, run)
    expect(JSON.stringify(results)).not.toMatch(/\\u0000|\\ud[89a-f]/)
    expect(results[0]?.name).toBe('a\ufffdb')
  })

  test('has limits for the length of texts and the number of tests', async () => {
    const long = 'x'.repeat(5_000)
    const tests = Array.from({ length: 300 }, () => ({
      name: long,
      ok: false,
      problem: { message: long, expected: long, actual: long },
    }))
    const { run } = engine(() => failing(...tests))
    const { results } = await judge({ ...exercise, hidden: '' }, FILES, run)
    expect(results).toHaveLength(200)
    expect(results[0]?.name).toHaveLength(2_001)
    expect(results[0]?.problem?.actual).toHaveLength(2_001)
  })
})

describe('a proof', () => {
  const version = { files: FILES, solution: SOLUTION, practice: false }
  const good = (tests: string, code: string) =>
    code === 'solved' || tests === 'hidden' ? passing() : failing({ name: 'a', ok: false })

  test('succeeds if the solution passes all tests and the starter fails one', async () => {
    expect(await prove(exercise, version, engine(good).run)).toEqual([])
  })

  test('names the file and the line of each test that the solution fails', async () => {
    const { run } = engine((tests, code) =>
      code !== 'solved'
        ? failing()
        : failing(
            {
              name: `${tests} adds`,
              ok: false,
              problem: {
                message: 'Not equal.',
                expected: '3',
                actual: '2',
                path: 'main.js',
                line: 4,
              },
            },
            {
              name: 'throws',
              ok: false,
              problem: {
                message: 'Expected 1, but got 2',
                expected: '1',
                actual: '2',
                path: 'tests.js',
                line: 7,
              },
            },
          ),
    )
    expect(await prove({ ...exercise, tests: 'tests' }, version, run)).toEqual([
      {
        file: 'solution/main.js',
        line: 4,
        message: '“tests adds” fails: Not equal. Expected 3, and got 2.',
      },
      { file: 'tests.js', line: 7, message: '“throws” fails: Expected 1, but got 2' },
      {
        file: 'solution/main.js',
        line: 4,
        message: '“hidden adds” fails: Not equal. Expected 3, and got 2.',
      },
      { file: 'hidden.js', line: 7, message: '“throws” fails: Expected 1, but got 2' },
    ])
  })

  test('is refused if the files to begin with pass all tests', async () => {
    expect(await prove(exercise, version, engine(() => passing()).run)).toMatchObject([
      { file: 'starter', message: expect.stringContaining('turn on Practice') },
    ])
  })

  test('as practice succeeds with files to begin with that pass, and only if the solution passes', async () => {
    const practice = { ...version, practice: true }
    expect(await prove(exercise, practice, engine(() => passing()).run)).toEqual([])
    expect(await prove(exercise, practice, engine(good).run)).toEqual([])
    const broken = engine(() => failing({ name: 'a', ok: false })).run
    expect(await prove(exercise, practice, broken)).toHaveLength(2)
  })

  test('is refused if the solution takes more than half of the time', async () => {
    const { run } = engine((tests, code) => ({ ...good(tests, code), ms: 126 }))
    expect(await prove(exercise, version, run)).toMatchObject([
      { message: 'The solution takes 252 ms, which is more than half of the time limit (500 ms).' },
    ])
  })
})
