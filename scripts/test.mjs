// npm test: the tests that everybody runs. The last line is: N passed, N failed.
// npm run test:all: all tests, as CI runs them. `-- --shard=1/3` runs a third of them, for machines that work in
// parallel.
// npm test -- members: runs only the tests whose file or title contains the word, including wide tests.
import './lib/node-version.mjs'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { findChromium } from './lib/chromium.mjs'
import { findGradingPrograms } from './lib/grading-programs.mjs'
import { installWhatIsMissing } from './lib/install.mjs'
import { busySeconds } from './lib/processor-time.mjs'
import { root } from './lib/root.mjs'
import { runStages } from './lib/run-stages.mjs'
import { findServers } from './lib/servers.mjs'
import { TEST_CONFIGS } from './lib/test-configs.mjs'
import { countWideTests, WIDE_TESTS } from './lib/wide-tests.mjs'

const words = process.argv.slice(2)
const shard = words.find((word) => word.startsWith('--shard='))
const part = words.find((word) => !word.startsWith('--'))
/** Whether the tests in `wide` folders run too. */
const wide = part !== undefined || words.includes('--all')

const chosen = [
  ...(part ? [part, '--passWithNoTests'] : []),
  ...(wide ? [] : ['--exclude', WIDE_TESTS]),
  ...(shard ? [shard, '--passWithNoTests'] : []),
]

function vitest(title, { config, report }, extra = {}) {
  return {
    title,
    command: 'vitest',
    args: ['run', '--config', config, ...chosen],
    reports: [report],
    ...extra,
  }
}

function unit(project) {
  const report = 'test-results/unit.json'
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return {
    title: `Unit tests of ${project}`,
    command: 'vitest',
    args: [...args, ...chosen],
    cwd: project,
    reports: [`${project}/${report}`],
  }
}

function nx(title, target, extra = {}) {
  const args = ['run-many', '-t', target, '--output-style=static', '--parallel=2']
  return { title, command: 'nx', args, ...extra }
}

const checks = [
  {
    title: 'Format and lint',
    command: 'biome',
    args: ['ci', '.', '--error-on-warnings', '--colors=off'],
  },
  { title: 'Migration order', command: 'node', args: ['scripts/migration-order.mjs'] },
  {
    title: 'Walls',
    command: 'depcruise',
    args: [
      '--config',
      '.dependency-cruiser.mjs',
      'apps',
      'libs',
      'supabase/local',
      'supabase/functions',
      'supabase/tests',
      'scripts',
      'e2e',
    ],
  },
  { title: 'Dead code and unused packages', command: 'knip', args: [] },
  nx('Types', 'typecheck'),
  {
    title: 'The migrations make what the schema says',
    command: 'node',
    args: ['scripts/run.mjs', 'new-migration', '--check'],
  },
  {
    title: 'Types follow the migrations',
    command: 'node',
    args: ['scripts/run.mjs', 'gen:types', '--check'],
  },
]

// A resource that the command new-resource creates has to pass all checks unchanged.
const made = {
  title: 'A made resource',
  command: 'node',
  args: ['scripts/run.mjs', 'try-new-resource'],
}

// This stage mostly uses one connection, so it runs beside stages that use both cores, and not at the end.
const database = vitest('Database: policies and functions as named people', TEST_CONFIGS.database)
const panel = unit('apps/backoffice')
const units = [
  'apps/learner',
  'libs/course-format',
  'libs/data',
  'libs/exercise-engine',
  'libs/ui',
].map(unit)

// The two longest stages each use more than one core, so they start early, but not at the same time.
const wire = vitest('Agreement and attacks, over the wire', TEST_CONFIGS.wire)
const backend = vitest('Embedded backend over the wire', TEST_CONFIGS.backend)
// This stage measures how long one person waits for another's work, so it runs only beside the database's stage,
// which leaves one core free.
const waits = vitest('Waits beside heavy work, over the wire', TEST_CONFIGS.waits, {
  beside: [database.title],
})

// The waits start as soon as only the database's stage runs; the unit tests after them use the other core.
const tests = [panel, database, ...(wide ? [waits] : []), ...units]

const built = [nx('Build', 'build')]
const weights = {
  title: 'Weights',
  command: 'node',
  args: ['scripts/weights.mjs'],
  after: ['Build'],
}

function journeys() {
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...(shard ? [shard] : [])]
  return {
    title: 'Journeys in a browser',
    command: 'playwright',
    args: [...args, ...(part ? ['--pass-with-no-tests', part] : [])],
    env: { CHROMIUM: findChromium(), ...(wide ? {} : { WITHOUT: WIDE_TESTS }) },
    reports: ['test-results/e2e.json'],
    after: ['Build'],
    beside: [],
  }
}

function servers() {
  return vitest('Servers: nginx and Caddy', TEST_CONFIGS.servers, {
    env: { CHROMIUM: findChromium(), ...findServers() },
    after: ['Build'],
  })
}

/** Whether the checks that are not tests run: on one of several parallel machines, and not if a word was given. */
const isFirst = !part && (!shard || shard.startsWith('--shard=1/'))

installWhatIsMissing('all')
rmSync(join(root, 'test-results'), { recursive: true, force: true })

const began = Date.now()
const busyBefore = busySeconds()
const found = []
let sum = { passed: 0, failed: 0 }
// Their programs are searched first, because installing one would disturb running stages.
for (const stage of [...(isFirst && wide ? [servers] : []), journeys]) {
  try {
    found.push(stage())
  } catch (error) {
    console.log(`✗ ${error.message}`)
    sum.failed += 1
  }
}
if (wide && !part) {
  try {
    findGradingPrograms()
  } catch (error) {
    console.log(`✗ ${error.message}`)
    sum.failed += 1
  }
}
const stages = [
  wire,
  ...(isFirst ? checks : []),
  ...(isFirst && wide ? [made] : []),
  ...built,
  ...(isFirst ? [weights] : []),
  backend,
  ...tests,
  ...found,
]
const done = await runStages(stages)
sum = { passed: sum.passed + done.passed, failed: sum.failed + done.failed }
const minutes = (seconds) => (seconds / 60).toFixed(1)
console.log('\n  wall  processor  stage')
console.log(done.times.join('\n'))
console.log(
  `\n${minutes((Date.now() - began) / 1000)} minutes, in which this machine worked ${minutes(busySeconds() - busyBefore)} processor minutes`,
)
if (!wide) console.log(`\nnpm run test:all has at least ${countWideTests()} more tests.`)
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed > 0 ? 1 : 0)
