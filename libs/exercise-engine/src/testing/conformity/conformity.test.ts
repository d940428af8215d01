import { expect, test } from 'vitest'
import { type RunResult, runExercise } from '../../run/run'
import { batches, VERDICTS_DIGEST, verdictsDigest } from './programs'

interface Loaded {
  outcome: (program: () => Promise<unknown>) => Promise<string>
  programs: (() => Promise<unknown>)[]
}

const results: RunResult[] = []

test.each(batches)(
  'The engine gives the outcomes of Node, from $names.0 on',
  async ({ input, module, names }) => {
    const loading: Promise<Loaded> = import(`data:text/javascript,${encodeURIComponent(module)}`)
    const [result, { outcome, programs }] = await Promise.all([runExercise(input), loading])
    results.push(result)
    const here = await Promise.all(programs.map(outcome))
    const there = result.tests.map((each) => each.console?.join('\n'))
    expect(result.problem).toBeUndefined()
    // Node would use the time zone of the machine.
    const compared = names.map((_, at) => at).filter((at) => !names[at]?.startsWith('local time'))
    expect(compared.map((at) => [names[at], there[at]])).toEqual(
      compared.map((at) => [names[at], here[at]]),
    )
  },
)

test('A thousand programs give the outcomes that were recorded', () => {
  expect(results.reduce((sum, { tests }) => sum + tests.length, 0)).toBeGreaterThan(1000)
  expect(verdictsDigest(results)).toBe(VERDICTS_DIGEST)
})
