import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { root } from './root.mjs'
import { runQuietly } from './run-quietly.mjs'

const stamp = join(root, 'node_modules', '.cache', 'rookies', 'build')
const pages = ['learner', 'backoffice'].map((app) => join(root, 'apps', app, 'dist', 'index.html'))
const skipped = new Set(['node_modules', 'dist', 'test-results'])

/**
 * Whether the build of the apps is up to date with the sources and the settings.
 *
 * @param {string} [made] a file made from the build that has to exist as well
 */
export function isBuilt(made = stamp) {
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state()) return false
  return existsSync(made) && statSync(made).mtimeMs >= statSync(stamp).mtimeMs
}

/**
 * Builds both apps unless nothing has changed that affects them. Nx would detect that too, but takes seconds for it.
 */
export function buildWhatChanged() {
  if (isBuilt()) return
  console.log('Building the apps …')
  const nx = join(root, 'node_modules', 'nx', 'dist', 'bin', 'nx.js')
  runQuietly(process.execPath, [nx, 'run-many', '-t', 'build', '--output-style=static'], {
    sentence: 'The apps could not be built. See the errors above.',
    env: { NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0' },
  })
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, state())
}

/** Returns a digest that changes whenever a source file, a setting or a built page changes. */
function state() {
  const hash = createHash('sha256')
  const files = [
    ...['apps', 'libs', 'scripts/lib'].flatMap((dir) => filesBelow(join(root, dir))),
    ...['package-lock.json', 'tsconfig.base.json', 'nx.json'].map((file) => join(root, file)),
    ...pages.filter((page) => existsSync(page)),
  ]
  for (const file of files) {
    const { size, mtimeMs } = statSync(file)
    hash.update(`${file} ${size} ${mtimeMs}\n`)
  }
  for (const name of ['VITE_SUPABASE_URL', 'VITE_SUPABASE_KEY']) {
    hash.update(`${name}=${process.env[name] ?? ''}\n`)
  }
  return hash.digest('hex')
}

function filesBelow(dir) {
  return readdirSync(dir, { withFileTypes: true })
    .filter((entry) => !skipped.has(entry.name))
    .flatMap((entry) => {
      const path = join(dir, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
    .sort()
}
