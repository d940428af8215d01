import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { TEMPLATE } from '../run-suite'
import { checkedSuite, readSuite, type Suite, settingsOf } from '../suite'

export const script = (name: string) => join(TEMPLATE, 'scripts', name)
const base = () => mkdtempSync(join(tmpdir(), 'grading-'))

/** What a folder has, by path: the text of a file, or where a symbolic link leads. */
export type Files = Record<string, string | { link: string }>

export function folderOf(files: Files): string {
  const folder = base()
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (typeof content === 'string') writeFileSync(file, content)
    else symlinkSync(content.link, file)
  }
  return folder
}

export const example = (name: string): Suite =>
  checkedSuite(readSuite(join(TEMPLATE, 'suites', name)))

/** Runs `take-paths.sh`. */
export function take(suite: string, commit: string, paths: string[]) {
  const folder = join(base(), 'folder')
  const env = { ...process.env, PATHS: paths.join('\n') }
  const run = spawnSync('bash', [script('take-paths.sh'), suite, commit, folder], {
    env,
    encoding: 'utf8',
  })
  return { folder, status: run.status, log: `${run.stdout}${run.stderr}` }
}

/** Runs `run-suite.sh` as a job does, as another user or not at all, if nothing else is said. */
function runTests(folder: string, suite: Suite, { seconds = 60, isolation = 'required' } = {}) {
  const file = join(base(), 'report')
  const env = {
    ...process.env,
    ...settingsOf(suite),
    LIMIT: String(seconds),
    ISOLATION: isolation,
    SECRET_OF_THE_JOB: 'secret',
  }
  const run = spawnSync('bash', [script('run-suite.sh'), folder, file], { env, encoding: 'utf8' })
  const report = run.status === 0 ? readFileSync(file, 'utf8') : ''
  return { status: run.status, log: `${run.stdout}${run.stderr}`, report }
}

/** Takes the paths of a suite from the files of a commit, and runs the suite. */
export function grade(
  suite: Suite,
  tests: string,
  files: Files,
  options?: { seconds?: number; isolation?: string },
) {
  const taken = take(tests, folderOf(files), suite.paths)
  if (taken.status !== 0) throw new Error(taken.log)
  return { ...runTests(taken.folder, suite, options), folder: taken.folder, taken: taken.log }
}

/** Runs a script while this process answers its requests. Returns the exit code and the log. */
export async function runBeside(name: string, env: NodeJS.ProcessEnv) {
  const run = promisify(execFile)('bash', [script(name)], { env: { ...process.env, ...env } })
  return run.then(
    ({ stdout, stderr }) => ({ status: 0, log: `${stdout}${stderr}` }),
    ({ code, stdout, stderr }) => ({ status: Number(code), log: `${stdout}${stderr}` }),
  )
}
