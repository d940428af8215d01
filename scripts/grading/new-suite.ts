import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PlainError } from '../../supabase/local/src/plain-error'
import { oneFolder, orUsage } from '../course-command/server-arguments'
import { copySuite, resultLines, runSuite, TEMPLATE } from './run-suite'
import { checkedSuite, LANGUAGES, REPORTS, readSuite, type Suite, USUAL } from './suite'
import { assignmentOf, callerOf, workflowOf } from './workflow'

export const USAGE = `Usage: npm run new-suite -- <folder with tests> --name <suite> --to <grading folder> --address <product> [options]

Adds a folder with tests to the repository from which a school grades work: the suite, its workflow, the folder from
which learners begin, and assignment.yml with the fields of the assignment. It runs the tests once on a solution, which
it does not copy. Run it again after an edit.

  --name <suite>        the name of the suite, such as rotate-node
  --to <folder>         the grading repository on this machine; it is made if it does not exist
  --address <product>   where results are sent: the address of the Supabase project (SUPABASE_URL)
  --paths <path,path>   what is taken from the commit of a learner, such as src
  --solution <folder>   where these paths have a solution; the folder with tests otherwise
  --run <command>       how the tests run and print their report; what the language usually has otherwise
  --repository <name>   owner/name of the grading repository at GitHub; its remote "origin" otherwise

suite.json in the folder with tests can say suite, paths, and run, and only it says language (${LANGUAGES.join(', ')}),
report (${REPORTS.join(', ')}), and minutes.`

const text = { type: 'string' } as const
const OPTIONS = {
  name: text,
  to: text,
  address: text,
  paths: text,
  solution: text,
  run: text,
  repository: text,
  help: { type: 'boolean', short: 'h' },
} as const

/** The maximum number of tests that an assignment can list. */
const MAX_EXPECTED = 500

/** Runs `npm run new-suite`. @throws PlainError for every error that a person can correct */
export async function runNewSuite(argv: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const { values, positionals } = orUsage(
    () => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true }),
    USAGE,
  )
  if (values.help) return console.log(USAGE)
  const from = (path: string) => resolve(env.INIT_CWD ?? process.cwd(), path)
  const tests = from(oneFolder(positionals, 'Name the folder with tests.', USAGE))
  if (!existsSync(tests)) throw new PlainError(`There is no folder ${tests}.`)
  if (!values.to) throw new PlainError(`Say with --to which folder is pushed.\n\n${USAGE}`)
  const to = from(values.to)
  const address = addressOf(values.address)
  const { name, run } = values
  const paths = values.paths?.split(',').map((path) => path.trim().replace(/\/$/, ''))
  const suite = checkedSuite(
    completed(
      {
        ...readSuite(tests),
        ...(name !== undefined && { suite: name }),
        ...(paths && { paths }),
        ...(run !== undefined && { run }),
      },
      tests,
    ),
  )
  const file = `.github/workflows/${suite.suite}.yml`
  const repository = values.repository ?? remoteOf(to)
  // Each suite has its own tag. A new commit for one suite does not change the workflow of another suite.
  const tag = `${suite.suite}-v1`
  const grader = `${repository}/${file}@${tag}`
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
    throw new PlainError(
      'Say with --repository which repository the folder is pushed to, as owner/name.',
    )
  }

  const work = values.solution === undefined ? tests : from(values.solution)
  const { results } = runSuite(suite, { tests, work })
  console.log(resultLines(results).join('\n'))
  if (results.some(({ ok, skipped }) => !ok || skipped)) {
    throw new PlainError(
      `The solution in ${work} does not pass every test, so nothing was written.`,
    )
  }
  const expected = [...new Set(results.map(({ name }) => name))]
  if (expected.length > MAX_EXPECTED)
    throw new PlainError(`A suite has at most ${MAX_EXPECTED} tests.`)

  const folder = join(to, 'suites', suite.suite)
  // If the folder with tests is the folder of the suite in the grading repository, there is nothing to copy.
  if (folder !== tests) {
    rmSync(folder, { recursive: true, force: true })
    copySuite(tests, folder, suite.paths)
  }
  cpSync(join(TEMPLATE, 'scripts'), join(to, 'scripts'), { recursive: true })
  if (!existsSync(join(to, 'README.md'))) cpSync(join(TEMPLATE, 'README.md'), join(to, 'README.md'))
  const learner = `learner/${suite.suite}`
  const fields = `suites/${suite.suite}/assignment.yml`
  write(to, `suites/${suite.suite}/suite.json`, `${JSON.stringify(suite, null, 2)}\n`)
  write(to, fields, assignmentOf(suite, grader, expected))
  write(to, file, workflowOf(suite, address))
  write(to, `${learner}/.github/workflows/tests.yml`, callerOf(grader))
  write(to, `${learner}/.rookies`, 'Put the line from your lesson here.\n')
  console.log(`
${to} has the suite "${suite.suite}" with ${expected.length} tests. Push it with the tag ${tag}, as README.md says.
The fields of the assignment are in ${fields}, and what learners begin with is in ${learner}.`)
  if (suite.language === 'python' && !existsSync(join(folder, 'requirements.txt'))) {
    console.log('It has no requirements.txt, and the machines of GitHub have no pytest.')
  }
  if (suite.report === 'exit') {
    console.log(
      'An exit code proves little: code that ends the process early passes. Prefer tests with names.',
    )
  }
}

/** The folder of the tests that the usual command of a language runs. */
const FOLDERS: Partial<Record<Suite['language'], string>> = { node: 'test', python: 'tests' }

/** Adds the language of the files, and the usual settings of the language, to the settings that a suite lacks. */
function completed(suite: Partial<Suite>, tests: string): Partial<Suite> {
  const language = suite.language ?? languageOf(tests)
  const folder = FOLDERS[language]
  if (suite.run === undefined && folder && !existsSync(join(tests, folder))) {
    throw new PlainError(
      `${tests} has no folder "${folder}", in which ${language} tests usually are. Say with --run how they run.`,
    )
  }
  const usual = USUAL[language] ?? {}
  const { suite: name, paths, run = usual.run, minutes = 10 } = suite
  const report = suite.report ?? usual.report
  return { suite: name, language, paths, run, minutes, report } as Partial<Suite>
}

function languageOf(tests: string): Suite['language'] {
  const names = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  const has = (end: RegExp) =>
    names.some((name) => end.test(name) && !name.includes('node_modules'))
  if (has(/(^|\/)package\.json$/)) return 'node'
  if (has(/\.py$/)) return 'python'
  return has(/\.java$/) ? 'java' : 'command'
}

/** Returns the address of the function `repo-result` of a product. @throws PlainError without a usable address */
function addressOf(product: string | undefined): string {
  if (product !== undefined && URL.canParse(product)) {
    const { protocol, hostname, origin } = new URL(product)
    const isThisMachine = protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(hostname)
    if (protocol === 'https:' || isThisMachine) return `${origin}/functions/v1/repo-result`
  }
  throw new PlainError(
    'Say with --address where results are sent, such as https://abcdefgh.supabase.co.',
  )
}

/** Returns `owner/name` of the GitHub repository that is the remote "origin" of a folder; '' if there is none. */
function remoteOf(folder: string): string {
  const said = spawnSync('git', ['-C', folder, 'remote', 'get-url', 'origin'], { encoding: 'utf8' })
  return /github\.com[:/]([\w.-]+\/[\w.-]+?)(\.git)?\s*$/.exec(said.stdout ?? '')?.[1] ?? ''
}

function write(to: string, path: string, content: string): void {
  mkdirSync(dirname(join(to, path)), { recursive: true })
  writeFileSync(join(to, path), content)
}
