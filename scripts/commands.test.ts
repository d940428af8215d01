import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

test('every command that package.json and npm test call exists, and an unknown command gets a list of commands', () => {
  const calls = ['package.json', 'scripts/test.mjs'].flatMap((file) => [
    ...readFileSync(`${root}${file}`, 'utf8').matchAll(/scripts\/run\.mjs(?:'|) ?,? ?'?([\w:-]+)/g),
  ])
  const named = calls.map(([, name]) => name)
  expect(named).toContain('start')
  const run = spawnSync(process.execPath, ['scripts/run.mjs', 'toString'], {
    cwd: root,
    encoding: 'utf8',
  })
  const known = run.stderr.match(/^Name a command to run: (.+)\.\n$/)?.[1]?.split(', ')
  expect(known).toEqual(expect.arrayContaining(named))
  expect(run.status).toBe(1)
})

test.each([
  [['--help'], 0],
  [['--docker'], 1],
  [['--supabase=podman'], 1],
  [['--supabase', 'more'], 1],
] as const)('npm start -- %s prints the options and starts nothing', (args, status) => {
  const run = spawnSync(process.execPath, ['scripts/run.mjs', 'start', ...args], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(`${run.stdout}${run.stderr}`).toMatch(/^npm start runs the product .* --supabase/)
  expect(run.status).toBe(status)
})
