import { connectDatabase } from './connect-database'
import { lockHolder } from './lock/lock'
import { errorCode, PlainError } from './plain-error'
import { readPostmaster } from './postgres/postmaster-file'
import { databaseUrl, readPasswords } from './postgres/secrets'

/**
 * Returns the address of the database in `given` (DATABASE_URL), or of the backend that runs on `dataDir`.
 * @throws PlainError if there is neither
 */
export async function findDatabase(given: string | undefined, dataDir: string): Promise<string> {
  if (given) return given
  const server = (await lockHolder(dataDir)) && readPostmaster(dataDir)
  if (server) return databaseUrl('postgres', readPasswords(dataDir), server.port)
  throw new PlainError(
    'Rookies is not running here and DATABASE_URL is not set. Start it with npm start, or set ' +
      "DATABASE_URL to the address of your project's database (postgresql://…).",
  )
}

/**
 * Gives the person with this email the role Administrator; the database writes the audit record.
 * @returns a sentence about what was done
 * @throws PlainError if no account has that email or the database cannot be reached
 */
export async function makeAdmin(database: string, email: string): Promise<string> {
  const client = await connectDatabase(database)
  try {
    const { rows } = await client.query<{ id: string; role: string }>(
      'select id, role from public.profiles where lower(email) = lower($1)',
      [email],
    )
    const [person] = rows
    if (!person) {
      throw new PlainError(`No account has the email ${email}. Sign up first, then run this again.`)
    }
    if (person.role === 'ADMIN') return `${email} is already an administrator.`
    await client.query("update public.profiles set role = 'ADMIN' where id = $1", [person.id])
    return `${email} is now an administrator.`
  } catch (error) {
    if (errorCode(error) !== '42P01') throw error
    throw new PlainError('This database has no profiles table. Apply the migrations first.')
  } finally {
    await client.end()
  }
}
