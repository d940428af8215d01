import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode, PlainError } from '../plain-error'

/** The roles that may log in to the database, each with its own password. */
export const loginRoles = [
  'supabase_admin',
  'postgres',
  'authenticator',
  'supabase_auth_admin',
] as const

export type LoginRole = (typeof loginRoles)[number]
export type Passwords = Record<LoginRole, string>

const fileName = 'passwords.json'

/**
 * Returns the random database passwords of this data folder. The first call creates them in a file that only
 * its owner may read (mode 0600).
 *
 * @throws PlainError if the file exists but cannot be used
 */
export function readPasswords(dataDir: string): Passwords {
  const file = join(dataDir, fileName)
  if (!existsSync(file)) writeNew(file)
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (errorCode(error) === 'EACCES') {
      throw new PlainError(
        `${file} belongs to another user; run this as the user who started Rookies.`,
      )
    }
    throw damaged(file)
  }
  if (!isPasswords(content)) throw damaged(file)
  return content
}

/** Returns the connection address of the database for a login role. */
export function databaseUrl(role: LoginRole, passwords: Passwords, port: number): string {
  return `postgresql://${role}:${passwords[role]}@127.0.0.1:${port}/postgres`
}

function writeNew(file: string): void {
  const passwords = Object.fromEntries(
    loginRoles.map((role) => [role, randomBytes(24).toString('base64url')]),
  )
  // The file is written under another name and linked, so that a reader never sees half of it and the first
  // writer wins.
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, `${JSON.stringify(passwords, null, 2)}\n`, { mode: 0o600, flush: true })
    linkSync(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isPasswords(value: unknown): value is Passwords {
  return (
    typeof value === 'object' &&
    value !== null &&
    loginRoles.every((role) =>
      Object.entries(value).some(([key, text]) => key === role && typeof text === 'string'),
    )
  )
}

function damaged(file: string): PlainError {
  return new PlainError(`${file} is damaged. Run npm run reset for a fresh data folder.`)
}

/** Writes `password` to a file with mode 0600 for initdb, owned by the user who runs it. */
export function writePasswordFile(
  path: string,
  password: string,
  owner?: { uid: number; gid: number },
): void {
  writeFileSync(path, `${password}\n`, { mode: 0o600 })
  if (owner) chownSync(path, owner.uid, owner.gid)
}
