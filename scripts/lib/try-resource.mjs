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
import { installWhatIsMissing } from './install.mjs'
import { root } from './root.mjs'

/** A resource with every type that there is, one that is unique and one of each that is left out. */
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

/** The right, the rows and the columns of the made resource; what is over the wire is asked of it alone. */
const WIRE = 'sample_offers|^what may be written is what the list says'

/**
 * Makes the resource in a copy, has it checked as the project is, and takes it out again, after which the
 * copy is as it was. Ends the process with 1 where a check fails, and shows what it said.
 */
export async function tryNewResource() {
  installWhatIsMissing()
  const copy = mkdtempSync(join(tmpdir(), 'rookies-resource-'))
  try {
    copyProject(copy)
    await inTurn(copy, ['make it', 'node', 'scripts/run.mjs', 'new-resource', ...EVERY_TYPE])
    await Promise.all([
      inTurn(
        copy,
        ['format and lint', bin('biome'), 'ci', '.', '--error-on-warnings'],
        ['types of libs/data', bin('tsc'), '--noEmit', '-p', 'libs/data/tsconfig.json'],
        ['types of the back-office', bin('tsc'), '--noEmit', '-p', 'apps/backoffice/tsconfig.json'],
        ['types of tests and journeys', bin('tsc'), '--noEmit', '-p', typesOfTests(copy)],
        ['dead code', bin('knip')],
        [
          'walls',
          bin('depcruise'),
          '--config',
          '.dependency-cruiser.mjs',
          'apps/backoffice',
          'libs',
        ],
      ),
      inTurn(
        copy,
        [
          'database',
          bin('vitest'),
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
          bin('vitest'),
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

/**
 * Writes a configuration that checks the types of the tests and journeys that the command wrote or changed, and of the
 * agreement, which has an entry for each resource. No other file of the tests, the embedded backend or the journeys
 * depends on which resources there are. Returns its path, below `node_modules`, where git and Biome ignore it.
 */
function typesOfTests(copy) {
  const written = git(copy, 'ls-files', '--modified', '--others', '--exclude-standard', '-z')
    .split('\0')
    .filter((name) => /^(supabase\/tests|e2e)\/.*\.ts$/.test(name))
  const path = 'node_modules/written-tests.tsconfig.json'
  const config = {
    extends: '../tsconfig.base.json',
    compilerOptions: {
      lib: ['ES2023', 'DOM', 'DOM.Iterable'],
      types: ['node'],
      allowImportingTsExtensions: true,
    },
    files: [
      ...written,
      'supabase/tests/global-setup.ts',
      'supabase/tests/wire/global-setup.ts',
    ].map((name) => `../${name}`),
    include: ['../supabase/tests/agreement'],
  }
  writeFileSync(join(copy, path), JSON.stringify(config))
  return path
}

const bin = (name) => join('node_modules', '.bin', name)

/** What git has or would have, and packages by links, of which ours lead into the copy. */
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
    'libs/data',
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
  // What the branch `main` has counts as released.
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

/** Runs commands one after the other; throws at the first that fails, with what it said. */
async function inTurn(cwd, ...steps) {
  for (const [title, command, ...args] of steps) {
    const began = Date.now()
    const said = await run(cwd, command === 'node' ? process.execPath : join(cwd, command), args)
    if (said !== null) throw new Error(`${title}: ${[command, ...args].join(' ')}\n${said}`)
    console.log(`${title}, ${Math.round((Date.now() - began) / 1000)} s`)
  }
}

/** In: a command. Out: null when it passed, what it said otherwise. */
function run(cwd, command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = []
    child.stdout.on('data', (piece) => said.push(piece))
    child.stderr.on('data', (piece) => said.push(piece))
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? null : Buffer.concat(said).toString()))
  })
}

function git(cwd, ...args) {
  return spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout
}
