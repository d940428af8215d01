import pg from 'pg'
import { errorCode, errorMessage, PlainError } from './plain-error'

const PATIENCE_MS = 15_000

/** The setting from which the address of a database, or only its password, comes. */
type Source = 'DATABASE_URL' | 'SUPABASE_DB_PASSWORD'

/**
 * Connects to the database at an address. Hosted databases use TLS with their own certificate; the address
 * may say otherwise.
 * @param source the setting that errors name; both if it is not known
 * @throws PlainError if the address is invalid, or the server does not answer or refuses
 */
export async function connectDatabase(database: string, source?: Source): Promise<pg.Client> {
  const url = readAddress(database)
  const ssl =
    isLocal(url) || url.searchParams.has('sslmode') ? undefined : { rejectUnauthorized: false }
  const client = new pg.Client({
    connectionString: database,
    ssl,
    connectionTimeoutMillis: PATIENCE_MS,
  })
  // A connection that breaks later fails the running query, which reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw new PlainError(`The database cannot be reached: ${why(error, url, source)}`)
  }
}

function readAddress(database: string): URL {
  const url = URL.canParse(database) ? new URL(database) : undefined
  if (url && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '') return url
  throw new PlainError(
    'DATABASE_URL is not a database address. It must begin with postgresql://, and special characters in its ' +
      'password must be encoded (%23 for #).',
  )
}

const isLocal = ({ hostname }: URL) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Returns a sentence for each known reason, and the server's own message for others. */
function why(error: unknown, { hostname, port, pathname, username }: URL, source?: Source): string {
  const at = `${hostname}:${port || 5432}`
  const said = errorMessage(error)
  switch (errorCode(error)) {
    case '28P01':
      return `${at} refuses the password of ${username}. Correct it in ${source ?? 'DATABASE_URL, or in SUPABASE_DB_PASSWORD'}.`
    case '28000':
      return `${at} does not let ${username} in: ${said}.`
    case '3D000':
      return `there is no database ${pathname.slice(1)} at ${at}. A hosted project's is called postgres.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host ${hostname} was not found. Check ${source === 'SUPABASE_DB_PASSWORD' ? '' : 'DATABASE_URL and '}your network.`
    case 'ECONNREFUSED':
      return `nothing listens at ${at}. Check DATABASE_URL.`
    case 'ENETUNREACH':
    case 'EHOSTUNREACH':
    case 'EADDRNOTAVAIL':
      return `${at} cannot be reached from here. A project's own host only supports IPv6: use the address of the session pooler.`
  }
  if (/timeout/i.test(said)) {
    return `${at} did not answer within ${PATIENCE_MS / 1000} seconds.`
  }
  if (/does not support SSL/i.test(said)) {
    return `${at} does not support TLS. If the connection is safe without it, add ?sslmode=disable to DATABASE_URL.`
  }
  if (/certificate|self.signed/i.test(said)) {
    return `the certificate of ${at} is not trusted (${said}). Add its authority (sslrootcert=…), or take sslmode out of DATABASE_URL.`
  }
  if (/establishing an SSL connection/.test(said)) {
    return `the server at ${at} is not a database. Check DATABASE_URL.`
  }
  if (/password must be a string/.test(said)) {
    return `${at} asks for a password, and DATABASE_URL has none.`
  }
  return `${said.replace(/\.?$/, '.')}`
}
