import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { buildWhatChanged, isBuilt } from './lib/build.mjs'
import { commandLine } from './lib/command-line.mjs'
import { greeting } from './lib/greeting.mjs'
import { installWhatIsMissing } from './lib/install.mjs'
import { load, runMain } from './lib/load.mjs'
import { root } from './lib/root.mjs'
import { TEST_CONFIGS } from './lib/test-configs.mjs'

const START_HELP = `npm start runs the product with the embedded backend. npm start -- --supabase runs it beside a stack of the
Supabase CLI, in Docker or else natively; --supabase=docker and --supabase=native choose. PORT, ROOKIES_DATA, and
ROOKIES_HOSTS are settings (README.md).`

/** The option for running beside the stack of the Supabase CLI, optionally with its runtime. */
const BESIDE_STACK = /^--supabase(?:=(docker|native))?$/

/**
 * The commands in `package.json` by name; `npm test` and `npm run check` have files of their own. Packages may be
 * missing until `installWhatIsMissing` was called, so TypeScript files are loaded after it.
 *
 * @type {Record<string, (args: string[]) => Promise<void>>}
 */
const COMMANDS = {
  /** Builds what changed, and runs the complete product. */
  start: async ([option, ...more]) => {
    if (option === '--help') return console.log(START_HELP)
    const accepted = BESIDE_STACK.exec(option ?? '--supabase')
    if (!accepted || more.length > 0) fail(START_HELP)
    installWhatIsMissing()
    const { backendEnvironment, runBackend } = await load('supabase/local/src/cli.ts')
    // Settings are checked before the build, which takes minutes.
    const { port, hosts } = backendEnvironment(process.env)
    if (option !== undefined) {
      const { runBesideStack } = await load('scripts/supabase-stack/serve.ts')
      return runBesideStack({
        env: process.env,
        port,
        hosts,
        named: accepted[1],
        build: buildWhatChanged,
        greet: greeting,
      })
    }
    buildWhatChanged()
    await runBackend({ greet: greeting })
  },

  /** Checks that the product starts on this machine: starts it on new data, sends requests, and stops it. */
  'try-start': async () => {
    installWhatIsMissing()
    buildWhatChanged()
    const { tryStart } = await load('scripts/lib/try-start.ts')
    console.log(await tryStart())
  },

  /** Runs the product with hot reload, at the same address as `npm start`. */
  dev: async () => {
    installWhatIsMissing()
    const { runBackend } = await load('supabase/local/src/cli.ts')
    const { openDevApps } = await load('scripts/lib/dev-apps.ts')
    await runBackend({ greet: greeting, openApps: openDevApps })
  },

  /** Deletes the data, so that the next start creates new data. */
  reset: async () => {
    installWhatIsMissing()
    const { reset } = await load('supabase/local/src/reset.ts')
    const folder = await dataDir()
    const deleted = await reset(folder)
    if (deleted.length === 0) console.log(`There was no data in ${folder}.`)
    else
      console.log(
        `Deleted from ${folder}: ${deleted.join(', ')}. npm start begins with fresh data.`,
      )
  },

  /** Makes the owner of an account an administrator. */
  admin: async (args) => {
    const [email, ...more] = args.filter((arg) => arg !== PRODUCTION)
    if (!email?.includes('@') || more.length > 0) {
      fail(
        'Name the person who becomes an administrator: npm run admin -- person@example.org. With --production, it is the project that .env.production names.',
      )
    }
    installWhatIsMissing()
    const { findDatabase, makeAdmin } = await load('supabase/local/src/make-admin.ts')
    const { DATABASE_URL } = await environment(args)
    const database = await findDatabase(DATABASE_URL, await dataDir())
    console.log(await makeAdmin(database, email))
  },

  /** Reports where a project differs from the expectations of this repository. */
  doctor: async (args) => {
    installWhatIsMissing()
    const { backendEnvironment } = await load('supabase/local/src/cli.ts')
    const { examine } = await load('scripts/doctor/examine.ts')
    const { isRed, report } = await load('scripts/doctor/finding.ts')
    const findings = await examine(await environment(args), backendEnvironment(process.env))
    console.log(report(findings))
    if (isRed(findings)) process.exit(1)
  },

  /** Updates a hosted project to this version, step by step. With `--check`, only lists what is missing. */
  deploy: async (args) => {
    installWhatIsMissing()
    process.exitCode = await deployment(args)
  },

  /** Bundles each edge function with all its imports into one file, in supabase/bundles. */
  'bundle-functions': async () => {
    installWhatIsMissing()
    const { bundleFunctions } = await load('scripts/bundle-functions/bundle.ts')
    const { report } = await load('scripts/bundle-functions/report.ts')
    console.log(report(await bundleFunctions()))
  },

  /** Saves the database and the files of a project in a folder. With `--check`, checks that a backup is complete. */
  backup: async (args) => {
    installWhatIsMissing()
    const { runBackup } = await load('scripts/backup/main.ts')
    await runBackup(withoutProduction(args), await surroundings(args))
  },

  /** Restores a backup into an empty project. */
  restore: async (args) => {
    installWhatIsMissing()
    const { runRestore } = await load('scripts/backup/main.ts')
    await runRestore(withoutProduction(args), await surroundings(args))
  },

  /**
   * Updates a project, or the data on this machine, to this version, after a backup. With `--check`, only says what
   * would change.
   */
  upgrade: async (args) => {
    installWhatIsMissing()
    const { runUpgrade } = await load('scripts/upgrade/main.ts')
    const { agrees } = await load('scripts/lib/prompt.ts')
    await runUpgrade(args, {
      ...(await surroundings(args)),
      agrees,
      start: () => COMMANDS.start([]),
      deploy: async (...options) => (await deployment(options)) === 0,
    })
  },

  /** Builds the files that any server can serve, in dist: both apps, and configuration for servers. */
  build: async () => {
    installWhatIsMissing()
    await buildSite()
  },

  /** Checks that nginx and Caddy serve the build as the embedded gateway does. */
  'check-servers': async (words) => {
    installWhatIsMissing('all')
    buildWhatChanged()
    const { findChromium } = await import('./lib/chromium.mjs')
    const { findServers } = await import('./lib/servers.mjs')
    const env = { ...process.env, ...findServers(), CHROMIUM: findChromium() }
    const [node, args] = commandLine('vitest', ['run', '--config', TEST_CONFIGS.servers.config])
    const { status } = spawnSync(node, [...args, ...words], { cwd: root, stdio: 'inherit', env })
    process.exit(status ?? 1)
  },

  /** Runs each edge function, or those named, under Deno as a hosted project does, with valid and invalid calls. */
  'check-functions': async (args) => {
    installWhatIsMissing('all')
    const { checkFunctions } = await load('scripts/check-functions/main.ts')
    process.exit(await checkFunctions(args))
  },

  /** Imports a folder of Markdown as a course. */
  'import-course': async (args) => {
    installWhatIsMissing()
    const { runImport } = await load('scripts/import-course/main.ts')
    process.exitCode = await runImport(args, process.env)
  },

  /** Exports every course that the caller may edit as a folder of Markdown. */
  'export-courses': async (args) => {
    installWhatIsMissing()
    const { runExport } = await load('scripts/export-courses/main.ts')
    process.exitCode = await runExport(args, process.env)
  },

  /** Adds a folder with tests to the repository from which a school grades work in repositories. */
  'new-suite': async (args) => {
    installWhatIsMissing()
    const { runNewSuite } = await load('scripts/grading/new-suite.ts')
    await runNewSuite(args, process.env)
  },

  /** Runs the tests of a school on a folder of this machine, and sends the result to the product of `npm start`. */
  grade: async (args) => {
    installWhatIsMissing()
    const { runGrade } = await load('scripts/grading/grade.ts')
    process.exitCode = await runGrade(args, process.env)
  },

  /** `<table> <field:type>...`: creates a resource of the back-office, from its table to its tests. */
  'new-resource': async (args) => {
    installWhatIsMissing('all')
    const { agrees } = await load('scripts/lib/prompt.ts')
    const { makeResource } = await load('scripts/new-resource/main.ts')
    await makeResource(args, { root, say: (line) => console.log(line), agrees })
  },

  /**
   * Part of `npm run test:all`: creates a resource with every type in a copy of the project, and runs the checks that
   * it affects.
   */
  'try-new-resource': async () => {
    const { tryNewResource } = await import('./lib/try-resource.mjs')
    await tryNewResource()
  },

  /** Takes a picture of every screen, role, theme and width, in gallery/ with an index page. */
  gallery: async (args) => {
    const { takePictures } = await import('./lib/take-pictures.mjs')
    takePictures(args)
  },

  /** Runs the main journeys in Firefox and WebKit. */
  browsers: async (words) => {
    installWhatIsMissing('all')
    buildWhatChanged()
    const args = ['--import', 'tsx', 'e2e/browsers/run.ts', ...words]
    const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
    process.exit(status ?? 1)
  },

  /** Breaks the product in one place after another, and runs the test that has to fail each time. */
  mutants: async ([word]) => {
    installWhatIsMissing('all')
    const { tryMutants } = await import('./mutants/mutants.mjs')
    process.exitCode = (await tryMutants(word)) ? 0 : 1
  },

  /** Measures all figures, and prints them in one table. */
  bench: async (args) => {
    installWhatIsMissing('all')
    buildWhatChanged()
    const { runBench } = await load('scripts/bench/bench.ts')
    process.exitCode = await runBench(args)
  },

  /** Writes the migration from the existing migrations to `supabase/schema`. With `--check`, only compares. */
  'new-migration': async (args) => {
    const { runNewMigration } = await import('./lib/schema-types.mjs')
    await runNewMigration(args)
  },

  /**
   * Records sizes and checksums of PostgREST's release for the downloads of `npm start`; needs access to the
   * internet.
   */
  'record-postgrest': async () => {
    installWhatIsMissing()
    const { recordPostgrest } = await load('supabase/local/src/record-postgrest.ts')
    process.exitCode = (await recordPostgrest((line) => console.log(line))) ? 0 : 1
  },

  /** Asks a registry that has the packages of every platform for the checksums that the lock file lacks. */
  'lock-sums': async () => {
    const { addSums } = await import('./lib/lock-sums.mjs')
    const complete = await addSums(join(root, 'package-lock.json'), (line) => console.log(line))
    if (!complete) process.exit(1)
  },

  /** Prints which packages npm has for which platforms, as docs/machines.md shows. */
  platforms: async () => {
    const { platformTable } = await import('./lib/platforms.mjs')
    const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
    console.log(platformTable(lock.packages))
  },

  /**
   * Runs the tests over the wire and ten journeys against the project that the environment names or, with
   * `--supabase`, beside a stack.
   */
  'test:real': async ([option, ...rest]) => {
    const words = [option, ...rest].filter((word) => word && !word.startsWith('--'))
    installWhatIsMissing('all')
    const { testReal } = await import('./lib/test-real.mjs')
    const test = async () => {
      process.exitCode = (await testReal(words, await dataDir())) ? 0 : 1
    }
    const named = BESIDE_STACK.exec(option ?? '')
    if (!named) return test()
    const { backendEnvironment } = await load('supabase/local/src/cli.ts')
    const { whileBesideStack } = await load('scripts/supabase-stack/serve.ts')
    const { port, hosts } = backendEnvironment(process.env)
    const stack = { env: process.env, port, hosts, named: named[1], build: buildWhatChanged }
    await whileBesideStack(stack, test)
  },

  /** Runs the Supabase CLI, in the version of this project, with the given arguments. */
  supabase: async (args) => {
    installWhatIsMissing()
    const { findSupabaseCli } = await load('scripts/lib/supabase-cli.ts')
    const { status } = spawnSync(process.execPath, [findSupabaseCli(), ...args], {
      cwd: root,
      stdio: 'inherit',
    })
    process.exit(status ?? 1)
  },

  /** Writes the TypeScript types of the schema. With `--check`, only says whether the existing types are right. */
  'gen:types': async (args) => {
    const { generateTypes } = await import('./lib/schema-types.mjs')
    await generateTypes(args)
  },
}

/** Runs the command that the arguments of this process name. */
export function runCommand() {
  const [name = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(COMMANDS, name)) {
    fail(`Name a command to run: ${Object.keys(COMMANDS).join(', ')}.`)
  }
  return runMain(() => COMMANDS[name](args))
}

/** The folder for the files that servers need. */
const SITE = join(root, 'dist')

/** Builds both apps with the settings of the environment, and puts them together for servers. */
async function buildSite() {
  const { assembleSite, readProjectUrl } = await load('scripts/site/assemble.ts')
  const projectUrl = readProjectUrl(process.env)
  buildWhatChanged()
  const count = assembleSite({ appsDir: join(root, 'apps'), into: SITE, projectUrl })
  const project = projectUrl ?? 'the address of the site itself (VITE_SUPABASE_URL names another)'
  console.log(`${join(SITE, 'site')} has ${count} files to serve, for a project at ${project}.`)
  console.log('nginx.conf and Caddyfile lie beside it. docs/serve.md says how to serve it.')
}

/** The option for the project in .env.production, instead of the project in the environment. */
const PRODUCTION = '--production'

/** @param {string[]} args */
async function environment(args) {
  if (!args.includes(PRODUCTION)) return process.env
  const { productionEnvironment } = await load('scripts/deploy/production-environment.ts')
  return productionEnvironment(process.env, join(root, '.env.production'))
}

/** Returns the data folder of the embedded backend. */
async function dataDir() {
  const { backendEnvironment } = await load('supabase/local/src/cli.ts')
  return backendEnvironment(process.env).dataDir
}

/** @param {string[]} args */
const withoutProduction = (args) => args.filter((arg) => arg !== PRODUCTION)

/**
 * Returns the environment of a command about all data of a project.
 *
 * @param {string[]} args
 */
async function surroundings(args) {
  const env = { ...process.env, ...(await environment(args)) }
  return { env, dataDir: await dataDir(), say: (/** @type {string} */ line) => console.log(line) }
}

/** @param {string[]} args */
async function deployment(args) {
  const { deploy } = await load('scripts/deploy/deploy.ts')
  const { agrees } = await load('scripts/lib/prompt.ts')
  return deploy(args, {
    env: process.env,
    file: join(root, '.env.production'),
    build: { isBuilt: () => isBuilt(join(SITE, 'site', '_headers')), build: buildSite },
    agrees,
    say: (line) => console.log(line),
  })
}

/** @param {string} sentence */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
