import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { commandLine } from './command-line.mjs'
import { installWhatIsMissing } from './install.mjs'
import { measured, processorSeconds, TIME_PIPE } from './processor-time.mjs'
import { root } from './root.mjs'

/** The arguments for a resource with a field of every type, of which one is unique and several are optional. */
const EVERY_TYPE = [
  ...['sample_offers', 'code:text:unique', 'summary:text:optional', 'note:longtext:optional'],
  ...[
    'course:ref:courses',
    'owner:ref:profiles:optional',
    'percent:int',
    'price:money',
    'open:bool',
  ],
  ...['day:date', 'starts_at:timestamptz:optional', 'page:url:optional', 'kind:enum:early|late'],
  ...['--menu', 'Sample offers', '--read', 'ADMIN,MODERATOR'],
]

/** The titles of the agreement tests that are about the new resource; the others are not run. */
const WIRE = 'sample_offers|^writable columns'

/**
 * Makes the resource in a copy of the project, runs the project's checks on it, removes it, and checks that no change
 * is left. If a check fails, shows its output and sets the exit code 1.
 */
export async function tryNewResource() {
  installWhatIsMissing('all')
  const copy = mkdtempSync(join(tmpdir(), 'rookies-resource-'))
  try {
    copyProject(copy)
    await inTurn(copy, ['make it', 'node', 'scripts/run.mjs', 'new-resource', ...EVERY_TYPE])
    const written = writtenIn(copy)
    const code = written.filter((name) => /\.(tsx?|mjs|json)$/.test(name))
    const modules = written.filter((name) => /^(apps|libs)\/.*\.tsx?$/.test(name))
    await Promise.all([
      inTurn(
        copy,
        ['format and lint', 'biome', 'ci', ...code, '--error-on-warnings'],
        ['types of the back-office and its data', 'tsc', '-p', typesOfPages(copy)],
        ['types of tests and journeys', 'tsc', '-p', typesOfTests(copy, written)],
        ['rules of the form', 'vitest', 'run', '--root', 'libs/data', 'sample-offers'],
        ['dead code', 'knip'],
        ['walls', 'depcruise', '--config', '.dependency-cruiser.mjs', ...modules],
      ),
      inTurn(
        copy,
        [
          'database',
          'vitest',
          'run',
          '--config',
          'supabase/tests/vitest.config.ts',
          'sample-offers',
          '340',
          '070',
          '072',
        ],
        [
          'agreement',
          'vitest',
          'run',
          '--config',
          'supabase/tests/wire.vitest.config.ts',
          'agreement/roles',
          'agreement/columns',
          '-t',
          WIRE,
        ],
      ),
    ])
    await inTurn(copy, [
      'take it out',
      'node',
      'scripts/run.mjs',
      'new-resource',
      'sample_offers',
      '--remove',
      '--yes',
    ])
    const left = git(copy, 'status', '--porcelain')
    if (left !== '') throw new Error(`Taken out, it leaves\n${left}`)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** Returns the files that the command wrote or changed; only these are checked. */
const writtenIn = (copy) =>
  git(copy, 'ls-files', '--modified', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter(Boolean)

/** Writes the TypeScript configuration that checks the back-office together with `libs/data`. Returns its path. */
function typesOfPages(copy) {
  return writeConfig(copy, 'pages', {
    extends: '../apps/backoffice/tsconfig.json',
    include: ['../apps/backoffice/src', '../apps/backoffice/vite.config.ts', '../libs/data/src'],
  })
}

/**
 * Writes the TypeScript configuration that checks the tests that the command wrote or changed, and the agreement tests,
 * which have an entry for each resource. No other test depends on the resources. Returns its path.
 */
function typesOfTests(copy, written) {
  return writeConfig(copy, 'tests', {
    extends: '../tsconfig.base.json',
    compilerOptions: { lib: ['ES2023', 'DOM', 'DOM.Iterable'], types: ['node'] },
    files: [
      ...written.filter((name) => /^(supabase\/tests|e2e)\/.*\.ts$/.test(name)),
      'supabase/tests/global-setup.ts',
      'supabase/tests/wire/global-setup.ts',
    ].map((name) => `../${name}`),
    include: ['../supabase/tests/agreement'],
  })
}

/** Writes a configuration of TypeScript below `node_modules`, where git and Biome ignore it. Returns its path. */
function writeConfig(copy, name, config) {
  const path = `node_modules/${name}.tsconfig.json`
  writeFileSync(join(copy, path), JSON.stringify(config))
  return path
}

/** Copies the files that git has or would add, and links the packages. Links to the project's own packages lead into the copy. */
function copyProject(copy) {
  const names = git(root, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split(
    '\0',
  )
  for (const name of names.filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(copy, name)), { recursive: true })
    cpSync(join(root, name), join(copy, name))
  }
  for (const folder of [
    '',
    'apps/backoffice',
    'apps/learner',
    'libs/course-format',
    'libs/data',
    'libs/exercise-engine',
    'libs/ui',
    'supabase/local',
    'e2e',
  ]) {
    linkPackages(join(root, folder, 'node_modules'), join(copy, folder, 'node_modules'))
  }
  git(copy, 'init', '--quiet')
  git(copy, 'add', '--all')
  git(
    copy,
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.test',
    'commit',
    '--quiet',
    '--message',
    'Before',
    '--no-verify',
  )
  // A migration on the branch `main` counts as released and could not be removed.
  git(copy, 'checkout', '--quiet', '-B', 'work')
  git(copy, 'branch', '--quiet', '-D', 'main', 'master')
}

function linkPackages(from, to) {
  if (!existsSync(from)) return
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    if (name === '@rookies')
      cpSync(join(from, name), join(to, name), { recursive: true, verbatimSymlinks: true })
    else symlinkSync(join(from, name), join(to, name))
  }
}

/** Runs commands one after the other; throws the output of the first that fails. */
async function inTurn(cwd, ...steps) {
  for (const [title, command, ...args] of steps) {
    const { passed, said, processor } = await run(cwd, command, args)
    if (!passed) throw new Error(`${title}: ${[command, ...args].join(' ')}\n${said}`)
    console.log(`${title}, ${Math.round(processor ?? 0)} processor seconds`)
  }
}

/** Runs a command. Returns whether it passed, its output, and its processor time. */
function run(cwd, command, args) {
  return new Promise((resolve) => {
    const [program, words] = measured(...commandLine(command, args))
    const child = spawn(program, words, { cwd, stdio: ['ignore', 'pipe', 'pipe', 'pipe'] })
    const said = []
    let times = ''
    child.stdout.on('data', (piece) => said.push(piece))
    child.stderr.on('data', (piece) => said.push(piece))
    child.stdio[TIME_PIPE].on('data', (piece) => {
      times += piece
    })
    child.once('error', (error) => resolve({ passed: false, said: error.message }))
    child.once('close', (code) =>
      resolve({
        passed: code === 0,
        said: Buffer.concat(said).toString(),
        processor: processorSeconds(times),
      }),
    )
  })
}

function git(cwd, ...args) {
  return spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout
}
