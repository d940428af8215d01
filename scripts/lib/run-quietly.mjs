import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { root } from './root.mjs'

/**
 * Runs a command in the project's root. Its output is shown only if it fails. Then `sentence` is printed, and this
 * process ends.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ sentence: string, env?: NodeJS.ProcessEnv }} options
 */
export function runQuietly(command, args, { sentence, env = {} }) {
  const run = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // npm is a script on Windows, which only a shell can run.
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, ...env },
  })
  if (run.status === 0) return
  // Ctrl-C stops the command too, which is no failure to report.
  if (run.signal === 'SIGINT') process.exit(130)
  if (run.error) console.error(run.error.message)
  console.error(`${run.stdout ?? ''}${run.stderr ?? ''}`.trimEnd())
  console.error(`\n${sentence}`)
  process.exit(1)
}
