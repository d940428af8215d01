import { PlainError } from '../../supabase/local/src/plain-error'
import type { ServerArguments } from './server-arguments'

export interface Credentials {
  email: string
  password: string
  /** A line that is printed before the sign-in if no email was given. */
  note: string | null
}

/** The demo administrator, who exists only in the seed data. */
const DEMO = { email: 'admin@rookies.test', password: 'rookies-demo' }

/**
 * Returns the account to sign in with: from the options or the environment; without an email on a local server, the
 * demo administrator; otherwise from questions on the terminal.
 */
export async function findCredentials(
  { email, password }: Pick<ServerArguments, 'email' | 'password'>,
  isLocal: boolean,
  ask: ((question: string, hidden?: boolean) => Promise<string>) | null,
): Promise<Credentials> {
  if (email !== undefined && password !== undefined) return { email, password, note: null }
  if (email === undefined && password === undefined && isLocal) {
    const note = `Signing in as the demo administrator, ${DEMO.email}, because no email was given.`
    return { ...DEMO, note }
  }
  if (ask === null) {
    const missing = email === undefined ? '--email (or ROOKIES_EMAIL)' : 'ROOKIES_PASSWORD'
    throw new PlainError(`${missing} is needed to sign in.`)
  }
  const who = email ?? (await ask('Email: ')).trim()
  const secret = password ?? (await ask(`Password of ${who}: `, true))
  return { email: who, password: secret, note: null }
}
