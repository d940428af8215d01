import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { TEMPLATE } from '../run-suite'
import { checkedSuite, readSuite, type Suite, settingsOf } from '../suite'

export const script = (name: string) => join(TEMPLATE, 'scripts', name)
const base = () => mkdtempSync(join(tmpdir(), 'grading-'))

/** The content of a folder, by path: the text of a file, or the target of a symbolic link. */
export type Files = Record<string, string | { link: string }>

/** Makes a temporary folder with this content. */
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

/** Returns a suite of the template. */
export const example = (name: string): Suite =>
  checkedSuite(readSuite(join(TEMPLATE, 'suites', name)))

/** Runs a script of the template. Returns its exit code, and what it prints. */
function runScript(name: string, args: string[], env: NodeJS.ProcessEnv) {
  const options = { env: { ...process.env, ...env }, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync('bash', [script(name), ...args], options)
  return { status, log: `${stdout}${stderr}` }
}

/** Runs `take-paths.sh`. */
export function take(suite: string, commit: string, paths: string[]) {
  const folder = join(base(), 'folder')
  const PATHS = paths.join('\n')
  return { folder, ...runScript('take-paths.sh', [suite, commit, folder], { PATHS }) }
}

/** Runs `run-suite.sh`, as another user unless `isolation` says otherwise. */
function runTests(folder: string, suite: Suite, { seconds = 60, isolation = 'required' } = {}) {
  const file = join(base(), 'report')
  const { status, log } = runScript('run-suite.sh', [folder, file], {
    ...settingsOf(suite),
    LIMIT: String(seconds),
    ISOLATION: isolation,
    SECRET_OF_THE_JOB: 'secret',
  })
  return { status, log, report: status === 0 ? readFileSync(file, 'utf8') : '' }
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

/** Runs a script asynchronously, so that a server of this process can answer its requests. */
export async function runBeside(name: string, env: NodeJS.ProcessEnv) {
  const run = promisify(execFile)('bash', [script(name)], { env: { ...process.env, ...env } })
  return run.then(
    ({ stdout, stderr }) => ({ status: 0, log: `${stdout}${stderr}` }),
    ({ code, stdout, stderr }) => ({ status: Number(code), log: `${stdout}${stderr}` }),
  )
}
