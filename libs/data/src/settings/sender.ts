import type { FunctionCaller } from '../functions'
import { object, stringOrNull } from '../json'

interface Sender {
  /** Null without a mailer. */
  from: string | null
}

/**
 * Reads the sender of the product's mails from the mailer's configuration. Fails with a DataError, `42501` for callers
 * who may not read the settings.
 */
export async function readSender(functions: FunctionCaller): Promise<Sender> {
  return {
    from: stringOrNull(object(await functions.invoke('send-invite', { ask: 'sender' })).from),
  }
}
