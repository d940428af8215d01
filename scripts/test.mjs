// Everything that has to pass, one after the other, with one closing line: N passed, N failed.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findChromium } from './lib/chromium.mjs'
import { readCounts } from './lib/counts.mjs'
import { installWhatIsMissing } from './lib/install.mjs'
import { root } from './lib/root.mjs'

const totals = { passed: 0, failed: 0 }
const failures = []

function report(title, passed, failed) {
  totals.passed += passed
  totals.failed += failed
  if (failed > 0) failures.push(title)
}

function run(title, command, args, env = {}) {
  console.log(`\n=== ${title}`)
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', FORCE_COLOR: '0', ...env },
  })
  return status === 0
}

/** A check that passes or fails as a whole. */
function check(title, command, args) {
  const passed = run(title, command, args)
  report(title, passed ? 1 : 0, passed ? 0 : 1)
  return passed
}

/** A runner that counts its own tests into JSON reports. */
function suite(title, command, args, files, env) {
  const passed = run(title, command, args, env)
  let sum = { passed: 0, failed: 0 }
  for (const file of files) {
    const counts = readCounts(join(root, file))
    if (counts) {
      sum = { passed: sum.passed + counts.passed, failed: sum.failed + counts.failed }
    } else {
      console.log(`${title}: no report at ${file}`)
      sum.failed += 1
    }
  }
  // A runner that ends badly with no failed test has found an error outside of them.
  report(title, sum.passed, passed ? sum.failed : Math.max(sum.failed, 1))
}

const bin = (name) => join(root, 'node_modules', '.bin', name)
const unitProjects = ['libs/data', 'libs/ui', 'apps/learner', 'apps/backoffice']

function chromium() {
  try {
    return findChromium()
  } catch (error) {
    console.log(error.message)
    return null
  }
}

installWhatIsMissing()
rmSync(join(root, 'test-results'), { recursive: true, force: true })

check('Format and lint', bin('biome'), ['ci', '.', '--error-on-warnings'])
check('Migration order', process.execPath, ['scripts/migration-order.mjs'])
check('Walls', bin('depcruise'), [
  '--config',
  '.dependency-cruiser.mjs',
  'apps',
  'libs',
  'supabase/local',
  'supabase/tests',
  'e2e',
])
check('Dead code and unused packages', bin('knip'), [])
check('Types', bin('nx'), ['run-many', '-t', 'typecheck', '--output-style=static'])
suite(
  'Unit tests',
  bin('nx'),
  ['run-many', '-t', 'test', '--output-style=static', '--parallel=2'],
  unitProjects.map((project) => `${project}/test-results/unit.json`),
)
check('Types and definitions follow the migrations', process.execPath, [
  'scripts/gen-types.mjs',
  '--check',
])
suite(
  'Database: policies and functions as named people',
  bin('vitest'),
  ['run', '--config', 'supabase/tests/vitest.config.ts'],
  ['test-results/database.json'],
)
suite(
  'Agreement and attacks, over the wire',
  bin('vitest'),
  ['run', '--config', 'supabase/tests/wire.vitest.config.ts'],
  ['test-results/wire.json'],
)
suite(
  'Embedded backend over the wire',
  bin('vitest'),
  ['run', '--config', 'supabase/local/vitest.config.ts'],
  ['test-results/backend.json'],
)
const built = check('Build', bin('nx'), ['run-many', '-t', 'build', '--output-style=static'])
if (built) {
  check('Weights', process.execPath, ['scripts/weights.mjs'])
  const browser = chromium()
  if (browser) {
    suite(
      'Journeys in a browser',
      bin('playwright'),
      ['test', '--config', 'e2e/playwright.config.ts'],
      ['test-results/e2e.json'],
      { CHROMIUM: browser },
    )
  } else report('Journeys in a browser', 0, 1)
}

if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`)
console.log(`\n${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed > 0 ? 1 : 0)
