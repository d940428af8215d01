import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { installWithApt } from './apt.mjs'

/** Where programs of the system are that the PATH of a person may lack. */
const SYSTEM = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin']

/**
 * The paths of nginx and Caddy: the variables NGINX and CADDY, those on the PATH, or Debian's, installed now. Throws an
 * Error that names the package of one that is missing.
 *
 * @returns {{ NGINX: string, CADDY: string }}
 */
export function findServers() {
  return { NGINX: find('nginx', 'nginx-light'), CADDY: find('caddy', 'caddy') }
}

/**
 * @param {string} name of the program
 * @param {string} debian the package that has it
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
