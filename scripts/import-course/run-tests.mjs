// Runs the tests of tests.json one after the other, in a copy of this folder, and prints TAP. A test passes if its command
// ends with code 0 and prints what the test wants.
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MOST_PRINTED = 1_000_000

// A job of GitHub Actions cannot write to the folder of the suite, and many commands write beside their files.
const folder = join(mkdtempSync(join(tmpdir(), 'tests-')), 'work')
cpSync(fileURLToPath(new URL('.', import.meta.url)), folder, { recursive: true })

/** Returns what a command prints, and why it failed, if it did. */
function run({ run, input = '', timeout }) {
  return new Promise((resolve) => {
    // The command gets a process group of its own, so that its time ends what it started, too.
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
      if (printed.length > MOST_PRINTED) end('It printed too much.')
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
  // The mark keeps a printed line from being read as the end of the details, or as a test.
  const lines = plain(printed.slice(0, 1500))
    .split('\n')
    .map((line) => `    | ${line}`)
  if (wrong) console.log(['  ---', `    ${wrong}`, ...lines, '  ...'].join('\n'))
}
