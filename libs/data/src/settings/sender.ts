import type { FunctionCaller } from '../client'
import { type Answer, orNull, shape, string } from '../json'

const parseSender = shape({
  /** Null if the project sends no mail. */
  from: orNull(string),
})

/**
 * Reads the sender of the product's mails from the mailer's configuration. Fails with a DataError, `42501` for callers
 * who may not read the settings.
 */
export async function readSender(functions: FunctionCaller): Promise<Answer<typeof parseSender>> {
  return parseSender(await functions.invoke('send-invite', { ask: 'sender' }))
}
