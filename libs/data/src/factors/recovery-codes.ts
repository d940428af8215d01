import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { unwrap } from '../errors'
import { factorKeys } from './keys'

/**
 * Makes ten recovery codes, which are shown this once; those of before are void. Only in a session
 * that has shown the second factor. Throws DataError.
 */
export async function makeRecoveryCodes(
  client: DataClient,
  queries: QueryClient,
): Promise<string[]> {
  const codes = unwrap(await client.rpc('make_recovery_codes'))
  void queries.invalidateQueries({ queryKey: factorKeys.state() })
  return codes
}

/** The codes as the text of a file to keep: `site` names the place, `email` the account. */
export function recoveryCodesText(
  codes: readonly string[],
  about: { site: string; email: string; made: Date },
): string {
  const day = about.made.toISOString().slice(0, 10)
  return [
    `Recovery codes for ${about.site}`,
    `Account: ${about.email}`,
    `Made on ${day}. Codes from before that day no longer work.`,
    '',
    'Each code works once, in place of a code of your authenticator app.',
    'Keep them where no one else finds them.',
    '',
    ...codes,
    '',
  ].join('\r\n')
}
