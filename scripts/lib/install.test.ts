import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Entry, isInstalled } from './install.mjs'

const react = { version: '19.0.0', integrity: 'sha512-a' }
const wanted: Record<string, Entry> = {
  '': {},
  'node_modules/react': react,
  'node_modules/knip': { version: '6.0.0', dev: true },
  'node_modules/@esbuild/win32-x64': { version: '1.0.0', optional: true },
  'node_modules/jiti': { version: '2.0.0', devOptional: true },
}
const forStart = { 'node_modules/react': react }
const everything = { ...forStart, 'node_modules/knip': { version: '6.0.0', dev: true } }

/** A copy of React inside another package. */
const HIDING = 'node_modules/antd/node_modules/react'

test.each<[string, boolean, boolean, Record<string, Entry>]>([
  ['nothing', false, false, {}],
  ['what starting needs', false, true, forStart],
  ['what starting needs', true, false, forStart],
  ['everything', false, true, everything],
  ['everything', true, true, everything],
  ['another version', false, false, { 'node_modules/react': { ...react, version: '18.0.0' } }],
  ['another file', false, false, { 'node_modules/react': { ...react, integrity: 'sha512-b' } }],
  ['a package of one’s own', false, true, { ...forStart, 'node_modules/own': {} }],
  ['a copy that hides a package', false, false, { ...forStart, [HIDING]: react }],
])(
  'with %s installed, and all packages wanted: %j, the packages are complete: %j',
  (_, all, installed, there) => {
    expect(isInstalled(wanted, there, all)).toBe(installed)
  },
)

// package.json names this folder relative to the root. npm, when it rewrites the entries, resolves the folder
// relative to the package that depends on each, so the entries must be corrected in the lock file.
test('in the lock file, the folder scripts/left-out replaces every package that is left out', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(lock)
  const folders = Object.values(packages).flatMap(({ resolved = '' }) =>
    resolved.endsWith('left-out') ? [resolved] : [],
  )
  expect(folders.length).toBeGreaterThan(10)
  expect(new Set(folders)).toEqual(new Set(['scripts/left-out']))
})
