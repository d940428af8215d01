import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandLine } from './lib/command-line.mjs'
import { platformTable } from './lib/platforms.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (file: string) => readFileSync(`${root}${file}`, 'utf8')

test('docs/machines.md contains the table that npm run platforms prints', () => {
  const table = platformTable(JSON.parse(read('package-lock.json')).packages)
  expect(read('docs/machines.md')).toContain(`\n\n${table}\n\n`)
})

test('a platform counts as supported if a package for its system, processor, and C library is named', () => {
  const version = '1.0.0'
  const part = (os: string, cpu: string, more = {}) => ({
    ...{ version, integrity: 'sha512-x', optional: true, os: [os], cpu: [cpu] },
    ...more,
  })
  const names = ['a-mac', 'a-gnu', 'a-musl', 'a-win', 'a-inner', 'fsevents']
  const table = platformTable({
    '': { version, optionalDependencies: {} },
    'node_modules/x/node_modules/a': {
      version,
      optionalDependencies: Object.fromEntries(names.map((name) => [name, version])),
    },
    'node_modules/a-mac': part('darwin', 'arm64'),
    'node_modules/a-gnu': part('linux', 'x64', { libc: ['glibc'] }),
    'node_modules/a-musl': part('linux', 'arm64', { libc: ['musl'] }),
    'node_modules/a-win': part('win32', 'x64', { integrity: undefined }),
    'node_modules/x/node_modules/a/node_modules/a-inner': part('darwin', 'x64'),
    // This package serves every processor of macOS, and other systems do not need it.
    'node_modules/fsevents': { version, os: ['darwin'] },
  })
  const [, , ...rows] = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows).toEqual([
    ['', '`a` 1.0.0', 'yes', 'yes', 'yes', '**no**', 'yes, no sum', '**no**', ''],
  ])
})

test('the programs of the checks are files that Node.js runs, as Windows requires', () => {
  const stages = ['scripts/test.mjs', 'scripts/check.mjs', 'scripts/lib/try-resource.mjs'].map(read)
  const used = ['biome', 'depcruise', 'knip', 'nx', 'playwright', 'tsc', 'vitest'].filter((name) =>
    stages.some((text) => text.includes(`'${name}'`)),
  )
  expect(used).toHaveLength(7)
  for (const name of used) {
    const [program, [file = '', ...args]] = commandLine(name, ['--help'])
    expect([program, args]).toEqual([process.execPath, ['--help']])
    expect(readFileSync(file, 'utf8')).toMatch(/^#!.*\bnode\b/)
  }
})

/** Matches what Windows does not allow in names of files and folders, and its names of devices. */
const REFUSED = /[<>:"|?*\\]|[. ](?:\/|$)|(?:^|\/)(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|\/|$)/i

test('every file name in the repository is valid on Windows', () => {
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  const names = stdout.split('\0').filter(Boolean)
  const places = names.flatMap((name) => {
    const parts = name.split('/')
    return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  })
  const different = [...new Set(places)].map((place) => place.toLowerCase())
  expect(different.filter((place, index) => different.indexOf(place) !== index)).toEqual([])
  expect(names.filter((name) => REFUSED.test(name) || name.length > 180)).toEqual([])
})

test('text files have Unix line endings on every machine', () => {
  expect(read('.gitattributes')).toContain('\n* text=auto eol=lf\n')
  const { stdout } = spawnSync('git', ['ls-files', '--eol'], { cwd: root, encoding: 'utf8' })
  expect(stdout.split('\n').filter((line) => /^i\/(?:crlf|mixed)/.test(line))).toEqual([])
})
