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

test.each<[string, Record<string, Entry>, boolean, boolean]>([
  ['nothing', {}, false, false],
  ['what starting needs', forStart, false, true],
  ['what starting needs', forStart, true, false],
  ['everything', everything, false, true],
  ['everything', everything, true, true],
  ['another version', { 'node_modules/react': { ...react, version: '18.0.0' } }, false, false],
  ['another file', { 'node_modules/react': { ...react, integrity: 'sha512-b' } }, false, false],
  ['a package of one’s own', { ...forStart, 'node_modules/own': {} }, false, true],
  [
    'a copy that hides a package',
    { ...forStart, 'node_modules/antd/node_modules/react': {} },
    false,
    false,
  ],
])('with %s there, for all packages %j, nothing is missing: %j', (_, there, all, installed) => {
  expect(isInstalled(wanted, there, all)).toBe(installed)
})

// npm resolves the folder from the package that is overridden when it writes these entries anew, and not from the
// root, as package.json means it: then each of them has to be corrected in the lock file.
test('the lock file has the folder scripts/left-out in place of every package that is left out', () => {
  const lock = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages }: { packages: Record<string, Entry> } = JSON.parse(lock)
  const folders = Object.values(packages).flatMap(({ resolved = '' }) =>
    resolved.endsWith('left-out') ? [resolved] : [],
  )
  expect(folders.length).toBeGreaterThan(10)
  expect(new Set(folders)).toEqual(new Set(['scripts/left-out']))
})
