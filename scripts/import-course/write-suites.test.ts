import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSuites } from './write-suites'

test('a suite is written with the files beside its tests, and prints TAP', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'suites-'))
  const bytes = new TextEncoder().encode('beside')
  const timeout = 1
  const tests = [
    {
      name: 'Adds #1',
      run: 'node add.js',
      input: '1 2',
      output: '3\n',
      comparison: 'exact' as const,
    },
    { name: 'Prints', run: 'cat beside.txt', output: '^be', comparison: 'regex' as const },
    { name: 'Says', run: 'echo hello', output: 'bye', comparison: 'included' as const },
    { name: 'Writes', run: 'echo x > made; exit 3' },
    { name: 'Ends', run: 'sleep 60 & sleep 60', timeout: 0.005 },
  ]
  await writeSuites(folder, [
    {
      ...{ name: 'hw1', paths: ['add.js'] },
      tests: tests.map((each) => ({ timeout, ...each })),
      files: [{ path: 'beside.txt', size: bytes.length, read: async () => bytes }],
    },
  ])
  const suite = join(folder, 'hw1')
  expect(readdirSync(suite)).toEqual(['beside.txt', 'run-tests.mjs', 'suite.json', 'tests.json'])
  expect(JSON.parse(readFileSync(join(suite, 'suite.json'), 'utf8'))).toEqual({
    ...{ suite: 'hw1', language: 'command', paths: ['add.js'], run: 'node run-tests.mjs' },
    ...{ minutes: 5, report: 'tap' },
  })
  writeFileSync(
    join(suite, 'add.js'),
    "const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ')\nconsole.log(+a + +b)",
  )
  const { stdout } = spawnSync('node', ['run-tests.mjs'], { cwd: suite, encoding: 'utf8' })
  expect(stdout.replaceAll(/\n +/g, ' ').split('\n')).toEqual([
    ...['TAP version 13', '1..5', 'ok 1 - Adds \\#1', 'ok 2 - Prints'],
    'not ok 3 - Says --- It printed something else: | hello ...',
    'not ok 4 - Writes --- It ended with code 3. |  ...',
    'not ok 5 - Ends --- It did not end within 0.005 minutes. |  ...',
    '',
  ])
  expect(existsSync(join(suite, 'made'))).toBe(false)
  rmSync(folder, { recursive: true })
})
