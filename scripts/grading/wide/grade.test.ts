import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startGradedLesson } from '../../../supabase/local/src/testing/graded-lesson'
import { runGrade } from '../grade'
import { folderOf } from './harness'

// Runs the command with the whole product.

let stage: Awaited<ReturnType<typeof startGradedLesson>>
const said: string[] = []
beforeAll(async () => {
  stage = await startGradedLesson()
  vi.spyOn(console, 'log').mockImplementation((line) => void said.push(String(line)))
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await stage.stop()
})

const suite = folderOf({
  'suite.json': JSON.stringify({
    suite: 'sums',
    language: 'node',
    paths: ['src'],
    run: 'node --test --test-reporter=junit test.mjs',
    minutes: 1,
    report: 'junit',
  }),
  'test.mjs': `import { test } from 'node:test'
import assert from 'node:assert/strict'
import { sum } from './src/sum.mjs'
test('adds', () => assert.equal(sum(2, 2), 4))
test('keeps the order', () => assert.equal(sum('a', 'b'), 'ab'))
`,
})

/** Runs the command on a folder with this work. Returns the exit code and the last sentence. */
async function grade(email: string, work: string, lesson = stage.lesson) {
  const folder = folderOf({ 'src/sum.mjs': work })
  const args = [folder, '--assignment', lesson, '--suite', suite, '--as', email]
  const code = await runGrade([...args, '--url', stage.backend.url], {})
  return [code, said.at(-1)]
}

test('npm run grade fails and passes a folder as a push would, and the product stores the results', async () => {
  const { email, id } = await stage.member()
  expect(await grade(email, 'export const sum = (a, b) => a - b')).toEqual([
    1,
    'This repository is now connected to “Sums”. 2 of 2 tests failed, first “adds”.',
  ])
  expect(said.join('\n')).toContain('FAILED  keeps the order')
  expect(await grade(email, 'export const sum = (a, b) => a + b')).toEqual([
    0,
    'A result for “Sums”. All 2 tests passed.',
  ])
  const [code, missing] = await grade(email, 'process.exit(0)')
  expect(code).toBe(1)
  expect(missing).toMatch(/2 tests are missing/)
  const kept = await stage.sql(
    'select verdict, failed from public.repository_results where user_id = $1 order by received_at',
    [id],
  )
  expect(kept).toMatchObject([
    { verdict: 'FAIL', failed: 2 },
    { verdict: 'PASS', failed: 0 },
    { verdict: 'FAIL' },
  ])
})

test('npm run grade prints a sentence if the product refuses the result or does not answer', async () => {
  const right = 'export const sum = (a, b) => a + b'
  expect(await grade('nobody@example.test', right)).toEqual([1, 'Nobody here has this email.'])
  const away = runGrade(
    [folderOf({ 'src/sum.mjs': right }), '--assignment', stage.lesson, '--suite', suite],
    { PORT: '1' },
  )
  await expect(away).rejects.toThrow(/does not answer\. Start it with npm start/)
})
