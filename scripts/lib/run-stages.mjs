import { spawn } from 'node:child_process'
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { commandLine } from './command-line.mjs'
import { readCounts, readFailures } from './counts.mjs'
import { measured, processorSeconds, TIME_PIPE } from './processor-time.mjs'
import { root } from './root.mjs'

/**
 * @typedef {object} Stage
 * @property {string} title
 * @property {string} command `node`, or a program of a package
 * @property {string[]} args
 * @property {Record<string, string>} [env]
 * @property {string} [cwd] from the project's root
 * @property {string[]} [reports] JSON files in which a runner counts its tests; without them the stage counts as one
 * @property {string[]} [after] titles of stages that have to pass first
 * @property {string[]} [beside] titles of the only stages that may run at the same time; empty if it runs alone
 */

const logs = join(root, 'test-results', 'logs')
const FOR_TESTS = {
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  FORCE_COLOR: '0',
  // Data of tests does not have to survive a power cut.
  ROOKIES_FSYNC: 'off',
}
const LINES_AT_THE_END = 120
/** How much of each failed test is shown: the number of tests, and the first and last lines of each message. */
const SHOWN = { failures: 12, first: 24, last: 12 }

/**
 * Runs stages at the same time, as many as the machine has cores, and reports the start and the result of each. The
 * output of a stage goes to `test-results/logs`; the failures are printed again at the end.
 *
 * @param {Stage[]} stages
 * @returns {Promise<{ passed: number, failed: number, times: string[] }>} the counts, and a line with the time of
 * each stage
 */
export async function runStages(stages) {
  mkdirSync(logs, { recursive: true })
  const places = Math.max(2, availableParallelism())
  const waiting = [...stages]
  const running = new Map()
  const results = new Map()
  const sum = { passed: 0, failed: 0 }

  const settle = (stage, result) => {
    results.set(stage.title, result)
    sum.passed += result.passed
    sum.failed += result.failed
    const count = result.passed + result.failed
    const tests = stage.reports ? `, ${result.passed} of ${count} tests` : ''
    console.log(`${result.failed ? '✗' : '✓'} ${stage.title}, ${result.seconds} s${tests}`)
  }

  while (waiting.length > 0 || running.size > 0) {
    for (const stage of [...waiting]) {
      const needed = (stage.after ?? []).map((title) => results.get(title))
      const others = [...running.keys()]
      if (needed.some((result) => result?.failed)) {
        waiting.splice(waiting.indexOf(stage), 1)
        settle(stage, { passed: 0, failed: 1, seconds: 0 })
      } else if (
        running.size < places &&
        needed.every(Boolean) &&
        others.every((other) => tolerateEachOther(stage, other))
      ) {
        waiting.splice(waiting.indexOf(stage), 1)
        console.log(`  ${stage.title} …`)
        const work = run(stage).then((result) => {
          running.delete(stage)
          settle(stage, result)
        })
        running.set(stage, work)
      }
    }
    if (running.size > 0) await Promise.race(running.values())
  }

  for (const stage of stages) {
    if (!results.get(stage.title)?.failed) continue
    console.log(`\n=== ${stage.title}`)
    console.log(failures(stage) || tail(stage))
  }
  return { ...sum, times: stages.map(({ title }) => timesOf(title, results.get(title))) }
}

function timesOf(title, { seconds = 0, processor } = {}) {
  const figure = (value) => String(Math.round(value)).padStart(6)
  return `${figure(seconds)} s ${processor === undefined ? '     –  ' : `${figure(processor)} s`}  ${title}`
}

const tolerates = ({ beside }, other) => !beside || beside.includes(other.title)
const tolerateEachOther = (a, b) => tolerates(a, b) && tolerates(b, a)

async function run({ title, command, args, env = {}, cwd = '', reports }) {
  const began = Date.now()
  const log = createWriteStream(logOf(title))
  const [program, words] = measured(...commandLine(command, args))
  const child = spawn(program, words, {
    cwd: join(root, cwd),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...FOR_TESTS, ...env },
  })
  let times = ''
  child.stdio[TIME_PIPE].setEncoding('utf8').on('data', (text) => {
    times += text
  })
  child.stdout.pipe(log, { end: false })
  child.stderr.pipe(log, { end: false })
  const ok = await new Promise((resolve) => {
    child.once('error', (error) => {
      log.write(`${error.message}\n`)
      resolve(false)
    })
    child.once('close', (code) => resolve(code === 0))
  })
  const counted = count(reports, ok, log)
  await new Promise((resolve) => log.end(resolve))
  const seconds = Math.round((Date.now() - began) / 1000)
  return { ...counted, seconds, processor: processorSeconds(times) }
}

function count(reports, ok, log) {
  if (!reports) return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
  const sum = { passed: 0, failed: 0 }
  for (const file of reports) {
    const counts = readCounts(join(root, file))
    if (!counts) log.write(`No report at ${file}\n`)
    sum.passed += counts?.passed ?? 0
    sum.failed += counts?.failed ?? 1
  }
  // A runner that fails without a failed test has found an error outside of the tests. This counts as one failure.
  return { passed: sum.passed, failed: ok ? sum.failed : Math.max(sum.failed, 1) }
}

const logOf = (title) => join(logs, `${title.toLowerCase().replaceAll(/\W+/g, '-')}.log`)

/** Returns the failed tests of a stage from its reports; an empty list if it failed outside of a test. */
function failures({ title, reports = [] }) {
  const found = reports.flatMap((file) => readFailures(join(root, file)))
  const shown = found
    .slice(0, SHOWN.failures)
    .map((failure) => `✗ ${failure.title} (${failure.file})\n${shortened(failure.message)}\n`)
  const left = found.length - shown.length
  if (left > 0) shown.push(`(${left} more failed tests)`)
  return shown.length > 0 ? [...shown, `(all of it in ${logOf(title)})`].join('\n') : ''
}

function shortened(message) {
  const lines = message.trimEnd().split('\n')
  const { first, last } = SHOWN
  const left = lines.length - first - last
  if (left <= 1) return lines.join('\n')
  return [...lines.slice(0, first), `(${left} more lines)`, ...lines.slice(-last)].join('\n')
}

/** Returns the end of a stage's output; a stage that did not run has none. */
function tail({ title }) {
  try {
    const lines = readFileSync(logOf(title), 'utf8').trimEnd().split('\n')
    const left = lines.length - LINES_AT_THE_END
    const more = left > 0 ? `(${left} more lines in ${logOf(title)})\n` : ''
    return more + lines.slice(-LINES_AT_THE_END).join('\n')
  } catch {
    return 'Not run: what it needs has failed.'
  }
}
