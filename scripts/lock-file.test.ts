import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { freePort } from '../supabase/local/src/free-port'
import { temporaryFolder } from '../supabase/local/src/testing/temporary-folder'
import { addSums, type Packages, withoutSum } from './lib/lock-sums.mjs'
import { npmCommand } from './lib/npm-command.mjs'

const packagesOf = (file: string) =>
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages
const packages = packagesOf(fileURLToPath(new URL('../package-lock.json', import.meta.url)))

/** Whether a package finds another one in its own folder or in a folder above. */
function finds(from: string, name: string): boolean {
  if (posix.join(from, 'node_modules', name) in packages) return true
  if (from === '') return false
  const above = from.lastIndexOf('node_modules/')
  return finds(above > 0 ? from.slice(0, above - 1) : '', name)
}

// npm leaves out packages that its registry lacks, and `npm ci` then refuses the lock file on every machine.
test('the lock file has the packages of every platform', () => {
  const missing = Object.entries(packages).flatMap(([from, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !finds(from, name)),
  )
  expect(missing).toEqual([])
})

test('only packages for a single platform may lack a checksum', () => {
  const others = withoutSum(packages).filter((place) => {
    const { optional, os, cpu } = packages[place] ?? {}
    return !optional || !os || !cpu
  })
  expect(others).toEqual([])
})

/** Starts a registry that has `@parts/here` in version 1.0.0 and fails for `broken`. */
async function openRegistry(): Promise<string> {
  const integrity = `sha512-${'a'.repeat(86)}==`
  const server = createServer(({ url = '' }, res) => {
    const name = decodeURIComponent(url).slice(1)
    if (name === 'broken') return res.writeHead(500).end()
    if (name !== '@parts/here') return res.writeHead(404).end('{}')
    const version = { name, version: '1.0.0', dist: { integrity, tarball: 'http://x.test/x.tgz' } }
    res.end(
      JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions: { '1.0.0': version } }),
    )
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${port}/`)
  vi.stubEnv('npm_config_cache', temporaryFolder())
  vi.stubEnv('npm_config_fetch_retries', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  return integrity
}

test('missing checksums are added if the registry has them, and the others are listed', async () => {
  const integrity = await openRegistry()
  const file = join(temporaryFolder(), 'package-lock.json')
  const linux = { optional: true, os: ['linux'] }
  const kept = {
    '': {},
    'libs/one': { version: '1.0.0' },
    'node_modules/one': { link: true },
    'node_modules/known': { version: '1.0.0', integrity: 'sha512-known' },
  }
  const write = (more: Packages) =>
    writeFileSync(file, JSON.stringify({ packages: { ...kept, ...more } }))

  write({ 'node_modules/a/node_modules/@parts/here': { version: '1.0.0', ...linux } })
  const printed: string[] = []
  expect(await addSums(file, (line) => printed.push(line))).toBe(true)
  expect(printed).toEqual([
    'node_modules/a/node_modules/@parts/here 1.0.0: added',
    '1 sums added, 0 missing.',
  ])
  const place = packagesOf(file)['node_modules/a/node_modules/@parts/here'] ?? {}
  expect(Object.entries(place)).toEqual(Object.entries({ version: '1.0.0', integrity, ...linux }))

  write({
    'node_modules/@parts/here': { version: '2.0.0', ...linux },
    'node_modules/absent': { version: '1.0.0', ...linux },
    'node_modules/broken': { version: '1.0.0', ...linux },
  })
  printed.length = 0
  expect(await addSums(file, (line) => printed.push(line))).toBe(false)
  expect(printed).toEqual([
    'node_modules/@parts/here 2.0.0: this registry does not have it',
    'node_modules/absent 1.0.0: this registry does not have it',
    'node_modules/broken 1.0.0: the registry did not answer (E500)',
    '0 sums added, 3 missing.',
  ])
  expect(withoutSum(packagesOf(file))).toHaveLength(3)
})

test('npm runs without a shell, also on Windows', () => {
  const own = { npm_execpath: 'C:\\npm-cli.js' }
  expect(npmCommand(own, 'win32', 'C:\\node.exe')).toEqual(['C:\\node.exe', ['C:\\npm-cli.js']])
  expect(npmCommand({ npm_execpath: '/usr/bin/yarn' }, 'darwin')).toEqual(['npm', []])
  const [program, [file]] = npmCommand({}, 'win32', '/node/node.exe')
  expect(program).toBe('/node/node.exe')
  expect(file).toBe(join('/node', 'node_modules', 'npm', 'bin', 'npm-cli.js'))
})
