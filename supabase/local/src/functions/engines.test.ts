import { expect, onTestFinished, test } from 'vitest'
import { createRunThread } from './run-thread'

const input = (text: string) => ({
  language: 'JS' as const,
  files: [{ path: 'main.js', text }],
  tests: `import { tea } from './main.js'\ntest('tea', () => expect(tea()).toBe(1))`,
  time_ms: 1000,
})
const RIGHT = input('export const tea = () => 1')
const PASS = { verdict: 'PASS', tests: [{ name: 'tea', ok: true }] }

function thread() {
  const made = createRunThread()
  onTestFinished(made.close)
  return made.run
}

test('runs in a thread have the results of the engine, each its own', async () => {
  const run = thread()
  const wrong = run(input('export const tea = () => 2'))
  expect(await run(RIGHT)).toMatchObject(PASS)
  expect(await wrong).toMatchObject({ verdict: 'FAIL', tests: [{ ok: false }] })
}, 60_000)

test('a run that blocks the engine is ended while the process goes on, and the next one runs', async () => {
  const run = thread()
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  }, 20)
  onTestFinished(() => clearInterval(timer))
  const stuck = run(input(`export const tea = () => /^(a+)+$/.test('a'.repeat(60) + 'b') ? 1 : 2`))
  const after = run(RIGHT)
  expect((await stuck).verdict).not.toBe('PASS')
  expect(turns).toBeGreaterThan(3)
  expect(await after).toMatchObject(PASS)
}, 60_000)
