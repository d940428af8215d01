import { PlainError } from '../../supabase/local/src/plain-error'
import { ask } from '../lib/prompt'
import type { CommandTexts } from './command-messages'
import { findCredentials } from './credentials'
import { sentenceFor } from './sentences'
import { checkServer, openServer, type Server } from './server'
import type { ServerArguments } from './server-arguments'
import { type Caller, signIn } from './sign-in'

/** A server with a signed-in person. */
export interface Session extends Caller {
  server: Server
}

/**
 * Signs in, does the work and signs out, even if the work fails. Returns the result of the work.
 * @throws PlainError with a sentence for every error that a person can correct
 */
export async function withSession<T>(
  args: ServerArguments,
  texts: CommandTexts,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const server = openServer(args.url, args.key)
  try {
    await checkServer(server)
    const who = await findCredentials(args, server.isLocal, process.stdin.isTTY ? ask : null)
    if (who.note !== null) console.log(`${who.note}\n`)
    const caller = await signIn(server, who, texts)
    try {
      return await work({ server, ...caller })
    } finally {
      await server.client.auth.signOut({ scope: 'local' })
    }
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(sentenceFor(error, server.origin, texts))
  }
}
