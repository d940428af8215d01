// Runs the tests of tests.json one after the other, in a copy of this folder, and prints their results as TAP. A test
// passes if its command ends with the exit code 0 and prints the expected output. `npm run import-course` copies this file
// into the suites that it writes, so the file imports nothing of this repository.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The maximum number of characters that a command may print. */
const MAX_PRINTED = 1_000_000

// In a job of GitHub Actions, the folder of the suite is read-only. Many commands write into the folder with their files,
// so they run in a copy of the folder.
const folder = join(mkdtempSync(join(tmpdir(), 'tests-')), 'work')
cpSync(fileURLToPath(new URL('.', import.meta.url)), folder, { recursive: true })

/** Runs the command of a test. Returns the printed text, and the reason of the failure; null if the command succeeded. */
function run({ run, input = '', timeout }) {
  return new Promise((resolve) => {
    // The command has its own process group. So the time limit also ends the processes that the command started.
    const child = spawn('bash', ['-c', run], { cwd: folder, detached: true })
    let printed = ''
    let why = null
    const end = (reason) => {
      why ??= reason
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {}
    }
    const timer = setTimeout(end, timeout * 60_000, `It did not end within ${timeout} minutes.`)
    child.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text
      if (printed.length > MAX_PRINTED) end('It printed too much.')
    })
    child.stderr.pipe(process.stderr)
    child.stdin.on('error', () => {}).end(input)
    child.on('error', ({ message }) => end(message))
    child.on('exit', (code) => end(code === 0 ? null : `It ended with code ${code}.`))
    child.on('close', () => {
      clearTimeout(timer)
      resolve({ printed, why })
    })
  })
}

const plain = (text) => text.replaceAll('\r\n', '\n').trim()

function isWanted(printed, { output, comparison }) {
  if (comparison === undefined) return true
  if (comparison === 'regex') return new RegExp(output).test(plain(printed))
  const [was, wanted] = [plain(printed), plain(output)]
  return comparison === 'exact' ? was === wanted : was.includes(wanted)
}

const tests = JSON.parse(readFileSync(new URL('tests.json', import.meta.url), 'utf8'))
console.log(`TAP version 13\n1..${tests.length}`)
for (const [at, test] of tests.entries()) {
  const { printed, why } = await run(test)
  const wrong = why ?? (isWanted(printed, test) ? null : 'It printed something else:')
  console.log(`${wrong ? 'not ok' : 'ok'} ${at + 1} - ${test.name.replace(/[\\#]/g, '\\$&')}`)
  // Each printed line begins with "|". Otherwise, a reader of TAP could take the line for a test or for the end of the
  // details.
  const lines = plain(printed.slice(0, 1500))
    .split('\n')
    .map((line) => `    | ${line}`)
  if (wrong) console.log(['  ---', `    ${wrong}`, ...lines, '  ...'].join('\n'))
}
