import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { installWithApt } from './apt.mjs'

/** Folders of system programs that may be missing in a person's PATH. */
const SYSTEM = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/**
 * Returns the paths of nginx and Caddy: the variables NGINX and CADDY, programs on the PATH, or Debian's packages,
 * which are installed now. Throws an Error that names the package of a missing program.
 *
 * @returns {{ NGINX: string, CADDY: string }}
 */
export function findServers() {
  return { NGINX: find('nginx', 'nginx-light'), CADDY: find('caddy', 'caddy') }
}

/**
 * @param {string} name of the program
 * @param {string} debian the package with the program
 */
function find(name, debian) {
  const variable = name.toUpperCase()
  const chosen = process.env[variable]
  if (chosen && !existsSync(chosen)) {
    throw new Error(`${variable} names ${chosen}, which does not exist.`)
  }
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM]
  const found = () => folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
  const there = chosen ?? found()
  if (there) return there
  console.log(`No ${name} found: installing ${debian}.`)
  installWithApt([debian])
  const now = found()
  if (now) return now
  throw new Error(
    `No ${name} could be found or installed. Install it (on Debian: apt-get install ${debian}) or name it: ${variable}=/path/to/${name} npm run check-servers`,
  )
}
