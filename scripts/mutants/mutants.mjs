import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { buildWhatChanged } from '../lib/build.mjs'
import { findChromium } from '../lib/chromium.mjs'
import { commandLine } from '../lib/command-line.mjs'
import { readCounts, readFailures } from '../lib/counts.mjs'
import { root } from '../lib/root.mjs'
import { TEST_CONFIGS } from '../lib/test-configs.mjs'
import { isWide } from '../lib/wide-tests.mjs'
import { MUTANTS } from './list.mjs'

const REPORT = 'test-results/mutant.json'
/** Sorts after every migration, so that it can change everything that they create. */
const MIGRATION = join(root, 'supabase', 'migrations', '99991231235959_mutant.sql')

/**
 * The result of a test with a mutant: it failed as it should, it passed, or it did not run, for example because the
 * mutant cannot be loaded.
 *
 * @typedef {'red' | 'GREEN' | 'NOT RUN'} Verdict
 *
 * @typedef {import('./list.mjs').Break} Break
 * @typedef {import('./list.mjs').Mutant} Mutant
 */

/**
 * Breaks the product in one place after another, and each time runs the test that has to fail. Prints the result and
 * the command that contains the test. The files are restored afterwards.
 *
 * @param {string} [word] if given, only mutants with this word in their sentence or test are tried
 * @returns {Promise<boolean>} whether every test failed
 */
export async function tryMutants(word = '') {
  const chosen = MUTANTS.filter(({ breaks, test }) => `${breaks} ${test}`.includes(word))
  const counts = { red: 0, 'npm test': 0 }
  for (const mutant of chosen) {
    const file = findTest(mutant.test)
    const command = isWide(file) ? 'npm run test:all' : 'npm test'
    const verdict = await whileBroken(mutant, () => run(file, mutant.name))
    if (verdict === 'red') counts.red += 1
    if (verdict === 'red' && !isWide(file)) counts['npm test'] += 1
    console.log(`${verdict.padEnd(8)}${command.padEnd(17)} ${mutant.breaks}: ${file}`)
  }
  console.log(
    `\n${counts.red} of ${chosen.length} are noticed, ${counts['npm test']} of them by npm test.`,
  )
  return counts.red === chosen.length
}

/**
 * Returns the path of a test whose `wide` folder is left out in the list, so that tests can move between the
 * commands.
 *
 * @param {string} path
 */
function findTest(path) {
  const name = basename(path)
  const places = [path, path.replace(name, `wide/${name}`)]
  const found = places.find((place) => existsSync(join(root, place)))
  if (!found) throw new Error(`There is no test at ${places.join(' or ')}.`)
  return found
}

/**
 * @param {Mutant} mutant
 * @param {() => Promise<Verdict>} act
 */
async function whileBroken(mutant, act) {
  const undo = breakProduct(mutant)
  const stop = () => {
    undo()
    process.exit(130)
  }
  process.once('SIGINT', stop)
  try {
    return await act()
  } finally {
    process.off('SIGINT', stop)
    undo()
  }
}

/**
 * @param {Break} how
 * @returns {() => void} a function that restores the product
 */
function breakProduct(how) {
  if ('file' in how) {
    const file = join(root, how.file)
    const text = readFileSync(file, 'utf8')
    if (text.split(how.from).length !== 2) {
      throw new Error(`${how.file} does not contain this exactly once: ${how.from}`)
    }
    writeFileSync(
      file,
      text.replace(how.from, () => how.to),
    )
    return () => writeFileSync(file, text)
  }
  writeFileSync(MIGRATION, 'sql' in how ? how.sql : changeFunction(how))
  return () => rmSync(MIGRATION, { force: true })
}

/**
 * Returns SQL that replaces a text in the definition of a function, and fails if the text is missing.
 *
 * @param {{ definition: string, from: string, to: string }} how
 */
function changeFunction({ definition, from, to }) {
  return `do $mutant$
declare
  was constant text := pg_get_functiondef('${definition}'::regproc);
begin
  if position($text$${from}$text$ in was) = 0 then
    raise exception 'This function does not contain the text any more.';
  end if;
  execute replace(was, $text$${from}$text$, $text$${to}$text$);
end
$mutant$;
`
}

/**
 * @param {string} test
 * @param {string} name
 * @returns {Promise<Verdict>}
 */
async function run(test, name) {
  const { command, cwd = '.', args, report } = commandOf(test, name)
  rmSync(join(root, report), { force: true })
  if (command === 'playwright') buildWhatChanged()
  const child = spawn(...commandLine(command, args), {
    cwd: join(root, cwd),
    stdio: 'ignore',
    env: {
      ...process.env,
      ROOKIES_FSYNC: 'off',
      ...(command === 'playwright' && {
        CHROMIUM: findChromium(),
        PLAYWRIGHT_JSON_OUTPUT_NAME: join(root, report),
      }),
    },
  })
  await once(child, 'close')
  // A file that cannot be loaded is reported as a failure without a title.
  if (readFailures(join(root, report)).some(({ title }) => title !== '')) return 'red'
  const counts = readCounts(join(root, report))
  return counts && counts.passed > 0 && counts.failed === 0 ? 'GREEN' : 'NOT RUN'
}

/**
 * Returns the command that runs a test, and the path of the runner's JSON report.
 *
 * @param {string} file
 * @param {string} name
 * @returns {{ command: 'vitest' | 'playwright', args: string[], cwd?: string, report: string }}
 */
function commandOf(file, name) {
  if (file.startsWith('e2e/')) {
    const config = ['--config', 'e2e/playwright.config.ts', '--reporter=json']
    return { command: 'playwright', args: ['test', file, ...config, '-g', name], report: REPORT }
  }
  const only = ['run', '-t', name]
  const found = Object.values(TEST_CONFIGS).find(({ files }) => files.test(file))
  if (found) {
    const { config, report } = found
    return { command: 'vitest', args: [...only, '--config', config, basename(file)], report }
  }
  const project = file.split('/').slice(0, 2).join('/')
  const json = ['--reporter=json', `--outputFile.json=${join(root, REPORT)}`]
  return {
    command: 'vitest',
    args: [...only, ...json, file.slice(project.length + 1)],
    cwd: project,
    report: REPORT,
  }
}
