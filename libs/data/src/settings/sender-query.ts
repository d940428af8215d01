import { queryOptions } from '@tanstack/react-query'
import type { FunctionCaller } from '../functions'
import { object, stringOrNull } from '../json'

/**
 * Whom the product's mails come from, as the mailer is set up; null without one. Fails with a DataError,
 * `42501` for those who may not read the settings.
 */
export function senderQuery(functions: FunctionCaller) {
  return queryOptions({
    queryKey: ['settings', 'sender'],
    queryFn: async () =>
      stringOrNull(object(await functions.invoke('send-invite', { ask: 'sender' })).from),
  })
}
