import type { FunctionCaller } from '../functions'
import { object, stringOrNull } from '../json'

/** Null without a mailer. */
interface Sender {
  from: string | null
}

/**
 * Whom the product's mails come from, as the mailer is set up; null without one. Fails with a DataError,
 * `42501` for those who may not read the settings.
 */
export async function readSender(functions: FunctionCaller): Promise<Sender> {
  return {
    from: stringOrNull(object(await functions.invoke('send-invite', { ask: 'sender' })).from),
  }
}
