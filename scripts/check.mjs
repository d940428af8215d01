// npm run check: runs the nearest checks of the changes since the last commit within seconds: formatting, import
// rules, types of the changed projects and of the projects that use them, and tests beside the changes. Only `npm
// test` finds faults that a change causes elsewhere.
import './lib/node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { installWhatIsMissing } from './lib/install.mjs'
import { root } from './lib/root.mjs'
import { runStages } from './lib/run-stages.mjs'
import { TEST_CONFIGS } from './lib/test-configs.mjs'
import { isWide, WIDE_TESTS } from './lib/wide-tests.mjs'

const changed = spawnSync('git', ['status', '--porcelain', '--untracked-files=all'], {
  cwd: root,
  encoding: 'utf8',
})
  .stdout.split('\n')
  .map((line) => line.slice(3).split(' -> ').at(-1) ?? '')
  .filter((file) => existsSync(join(root, file)) && file !== '')

const within = (folder) => changed.filter((file) => file.startsWith(folder))
const isTest = (file) => /\.test\.tsx?$/.test(file)
const isCode = (file) => /\.(?:tsx?|mjs)$/.test(file)
/** Leaves out the wide tests of a project unless one of them changed. */
const narrow = (files) => (files.some(isWide) ? [] : ['--exclude', WIDE_TESTS])

/** Returns a stage, or nothing if no file needs it. */
const stage = (title, what, [command, ...args], extra = {}) =>
  what.length === 0 ? [] : [{ title, command, args, ...extra }]

/**
 * Returns the unit tests of a project. Every test of an app imports the whole app and is related to every change, so
 * only the tests in the changed folders run, such as `src/features/course` or `src/ui`. In libraries, the tests that
 * import a changed file run.
 */
function unit(project) {
  const files = within(`${project}/src/`)
  const folders = files.flatMap(
    (file) =>
      file.match(/^apps\/\w+\/(src\/(?:(?:features|resources|screens)\/)?[\w-]+)\//)?.[1] ?? [],
  )
  const which = project.startsWith('apps/') ? [...new Set(folders)] : ['--changed']
  const args = ['vitest', 'run', '--passWithNoTests', ...narrow(files), ...which]
  return stage(`Unit tests of ${project}`, files, args, { cwd: project })
}

/** The largest number of database tests that run after a change of the schema. */
const MAX_TESTS = 6

/** Returns the database tests that name a table or function which a change of the schema touches. */
function namedTests(schema) {
  const { stdout } = spawnSync('git', ['diff', 'HEAD', '-U0', '--', ...schema], {
    cwd: root,
    encoding: 'utf8',
  })
  const places = stdout.matchAll(/\b(?:function|table|on) (?:public|private)\.(\w+)/g)
  const names = [...new Set([...places].map(([, name]) => name))]
  if (names.length === 0) return []
  const word = new RegExp(`\\b(?:${names.join('|')})\\b`)
  const folder = join(root, 'supabase/tests')
  return readdirSync(folder)
    .filter((file) => isTest(file) && word.test(readFileSync(join(folder, file), 'utf8')))
    .slice(0, MAX_TESTS)
}

/**
 * Returns the changed database tests. After a change of the schema, they include tests that name it, and tests of the
 * whole catalogue.
 */
function database() {
  const tests = within('supabase/tests/').filter(isTest)
  const migrations = within('supabase/migrations/')
  const schema = within('supabase/schema/')
  const { wire, database } = TEST_CONFIGS
  const of = ({ files }) =>
    tests.filter((file) => files.test(file)).map((file) => file.replace('supabase/tests/', ''))
  const whole = migrations.length > 0 ? ['070-catalogue', '072-callable'] : []
  const here = [...new Set([...of(database), ...namedTests(schema), ...whole])]
  const run = ({ config }, files) => ['vitest', 'run', '--config', config, ...files]
  return [
    ...stage('Database', here, run(database, here)),
    ...stage('Over the wire', of(wire), run(wire, of(wire))),
    ...stage(
      'The migrations make what the schema says',
      [...migrations, ...schema],
      [...['node', 'scripts/run.mjs', 'new-migration', '--check']],
    ),
    ...stage('Types follow the migrations', migrations, [
      ...['node', 'scripts/run.mjs', 'gen:types', '--check'],
    ]),
    // Comments and pages name files and rules, which a change may have moved.
    ...stage(
      'Rules',
      [...schema, ...within('docs/')],
      ['vitest', 'run', '--config', TEST_CONFIGS.backend.config, 'scripts/rules'],
    ),
  ]
}

const walled = changed.filter((file) => /^(?:apps|libs|e2e|supabase)\/.*\.tsx?$/.test(file))
const local = [...within('supabase/local/'), ...within('scripts/')].filter(isCode)

installWhatIsMissing('all')
const { failed } = await runStages([
  ...[
    'libs/course-format',
    'libs/data',
    'libs/exercise-engine',
    'libs/ui',
    'apps/learner',
    'apps/backoffice',
  ].flatMap(unit),
  ...database(),
  ...stage('Embedded backend', local, [
    ...['vitest', 'related', '--run', '--passWithNoTests'],
    ...['--config', TEST_CONFIGS.backend.config, ...narrow(local), ...local],
  ]),
  ...stage('Types', changed.filter(isCode), [
    ...['nx', 'run-many', '-t', 'typecheck', '--output-style=static', '--parallel=2'],
  ]),
  ...stage('Format and lint', changed, [
    ...['biome', 'ci', '--error-on-warnings', '--no-errors-on-unmatched', '--colors=off'],
    ...changed,
  ]),
  ...stage('Migration order', changed, ['node', 'scripts/migration-order.mjs']),
  ...stage('Walls', walled, ['depcruise', '--config', '.dependency-cruiser.mjs', ...walled]),
])
process.exit(failed > 0 ? 1 : 0)
