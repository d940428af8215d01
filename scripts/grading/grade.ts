import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fieldOf } from '../../supabase/functions/_shared/answer.ts'
import { PlainError } from '../../supabase/local/src/plain-error'
import { noAnswer } from '../course-command/sentences'
import { oneFolder, orUsage } from '../course-command/server-arguments'
import { resultLines, runSuite } from './run-suite'
import { checkedSuite, readSuite } from './suite'

export const USAGE = `Usage: npm run grade -- <folder> --assignment <id of the lesson> [options]

Runs the tests of a school on a folder of this machine with the scripts that a job of GitHub runs, and sends the result
to the product that npm start runs. Its answer is printed, and the page /_ci of the product lists the folder.

  --assignment <id>     the lesson, as its address in the back-office has it
  --suite <folder>      the suite, such as ../grading/suites/rotate-node; the current folder otherwise
  --as <email>          whose work it is; admin@rookies.test otherwise, whose result is a trial
  --url <address>       the product; http://localhost:4300 otherwise

It ends with the exit code 1 if a test failed, or if the product refused the result.`

const text = { type: 'string' } as const
const OPTIONS = {
  assignment: text,
  suite: text,
  as: text,
  url: text,
  help: { type: 'boolean', short: 'h' },
} as const

/** Runs `npm run grade`. Returns the exit code. @throws PlainError for every error that a person can correct */
export async function runGrade(argv: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { values, positionals } = orUsage(
    () => parseArgs({ args: argv, options: OPTIONS, allowPositionals: true }),
    USAGE,
  )
  if (values.help) {
    console.log(USAGE)
    return 0
  }
  const from = (path: string) => resolve(env.INIT_CWD ?? process.cwd(), path)
  const work = from(oneFolder(positionals, 'Name the folder with the work.', USAGE))
  if (!existsSync(work)) throw new PlainError(`There is no folder ${work}.`)
  if (!values.assignment)
    throw new PlainError(`Say with --assignment which lesson it is.\n\n${USAGE}`)
  const tests = from(values.suite ?? '.')
  if (!existsSync(`${tests}/suite.json`)) {
    throw new PlainError(`${tests} has no suite.json. Name the folder of the suite with --suite.`)
  }
  const suite = checkedSuite(readSuite(tests))
  const { format, report, results } = runSuite(suite, { tests, work })
  console.log(`${resultLines(results).join('\n')}\n`)
  const origin = values.url ?? `http://localhost:${env.PORT || 4300}`
  const answer = await send(origin, {
    lesson_id: values.assignment,
    email: values.as ?? 'admin@rookies.test',
    folder: basename(work)
      .replace(/[^\w.-]/g, '-')
      .slice(0, 100),
    format,
    report,
  })
  console.log(answer.message)
  return answer.passed ? 0 : 1
}

/**
 * Sends a report to `/_ci/grade`. This page of the embedded backend plays GitHub: it signs the report, sends it to
 * repo-result, and returns the answer.
 */
async function send(origin: string, body: Record<string, string>) {
  let answer: Response
  try {
    answer = await fetch(new URL('/_ci/grade', origin), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new PlainError(noAnswer(origin))
  }
  const said: unknown = await answer.json().catch(() => null)
  const message = fieldOf(said, 'message')
  if (typeof message !== 'string') {
    throw new PlainError(
      `${origin} has no page /_ci, which only the product of npm start has (status ${answer.status}).`,
    )
  }
  return { message, passed: answer.ok && fieldOf(said, 'verdict') === 'PASS' }
}
