import { onTestFinished } from 'vitest'
import type { RunInput } from '../../../../libs/exercise-engine/src/run/run.ts'
import { createEngines } from '../functions/engines'

/** A run of this code, whose test passes if `tea` returns 1. */
export const input = (text: string, time_ms = 1000): RunInput => ({
  language: 'JS',
  files: [{ path: 'main.js', text }],
  tests: `import { tea } from './main.js'\ntest('tea', async () => expect(await tea()).toBe(1))`,
  time_ms,
})
export const RIGHT = input('export const tea = () => 1')
export const PASS = { verdict: 'PASS', tests: [{ name: 'tea', ok: true }] }

/** Returns a function that runs code in engines, which end with the test. */
export function engines() {
  const made = createEngines()
  onTestFinished(made.close)
  return made.run
}
