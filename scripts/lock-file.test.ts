import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, test } from 'vitest'

interface Entry {
  optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Entry> }

/** Whether a package finds another one in its own folder or in one of those above. */
function finds(from: string, name: string): boolean {
  if (posix.join(from, 'node_modules', name) in packages) return true
  if (from === '') return false
  const above = from.lastIndexOf('node_modules/')
  return finds(above > 0 ? from.slice(0, above - 1) : '', name)
}

// npm leaves out what its registry does not have, and `npm ci` then refuses the file on every machine.
test('the lock file has the packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !finds(from, name)),
  )
  expect(missing).toEqual([])
})
