import pg from 'pg'
import { errorCode, PlainError } from '../plain-error'
import { loginRoles, type Passwords } from './secrets'

/**
 * Creates missing login roles with their passwords. Runs at every start, so that it completes an interrupted
 * first start.
 *
 * @throws PlainError if the passwords in this data folder do not fit its database
 */
export async function ensureLoginRoles(superuserUrl: string, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl })
  try {
    await client.connect()
    const { rows } = await client.query<{ rolname: string }>('select rolname from pg_roles')
    const known = new Set(rows.map((row) => row.rolname))
    for (const role of loginRoles.filter((name) => !known.has(name))) {
      const name = client.escapeIdentifier(role)
      await client.query(
        `create role ${name} login password ${client.escapeLiteral(passwords[role])}`,
      )
    }
  } catch (error) {
    if (errorCode(error) !== '28P01') throw error
    throw new PlainError(
      'The database does not accept the passwords kept in this data folder. ' +
        'Run npm run reset for a fresh one.',
    )
  } finally {
    await client.end()
  }
}
