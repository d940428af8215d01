import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { npmCommand } from './npm-command.mjs'

/**
 * @typedef {{ version?: string, name?: string, integrity?: string, link?: boolean, inBundle?: boolean, optional?: boolean,
 *   os?: string[], cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Packages
 */

/**
 * Returns the paths of packages without a checksum, whose downloads npm does not verify.
 *
 * @param {Packages} packages of package-lock.json
 * @returns {string[]}
 */
export const withoutSum = (packages) =>
  Object.keys(packages).filter((place) => {
    const { integrity, link, inBundle } = packages[place] ?? {}
    return place.includes('node_modules/') && !integrity && !link && !inBundle
  })

/**
 * Asks the registry for each missing checksum, and writes the answers into the lock file.
 *
 * @param {string} file package-lock.json
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether every package has a checksum now
 */
export async function addSums(file, say) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = withoutSum(lock.packages)
  const answers = await Promise.all(missing.map((place) => ask(place, lock.packages[place])))
  let left = 0
  for (const [index, place] of missing.entries()) {
    const { version, ...rest } = lock.packages[place]
    const { integrity, problem } = answers[index]
    if (integrity) lock.packages[place] = { version, integrity, ...rest }
    else left += 1
    say(integrity ? `${place} ${version}: added` : `${place} ${version}: ${problem}`)
  }
  if (left < missing.length) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  say(`${missing.length - left} sums added, ${left} missing.`)
  return left === 0
}

/**
 * @param {string} place
 * @param {Entry} entry
 * @returns {Promise<{ integrity?: string, problem?: string }>}
 */
async function ask(place, { name = place.split('node_modules/').at(-1), version }) {
  const [command, first] = npmCommand()
  const args = [...first, 'view', `${name}@${version}`, 'dist.integrity', '--json']
  const lacking = { problem: 'this registry does not have it' }
  try {
    const { stdout } = await promisify(execFile)(command, args)
    return stdout.trim() === '' ? lacking : { integrity: JSON.parse(stdout) }
  } catch (error) {
    const code = /\bE[A-Z\d]{3,}\b/.exec(`${error.stderr}`)?.[0]
    return code === 'E404' ? lacking : { problem: `the registry did not answer (${code ?? error})` }
  }
}
