import type { QueryClient } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { DataError, fromAuthError, unwrap } from '../errors'
import { type Answer, among, number, optional, shape, string } from '../json'
import { factorKeys } from './factors-query'

/**
 * Creates ten recovery codes, which are shown only once and replace the earlier ones. Needs a session that has passed
 * the second factor. Throws DataError.
 */
export async function makeRecoveryCodes(
  client: DataClient,
  queries: QueryClient,
): Promise<string[]> {
  const codes = unwrap(await client.rpc('make_recovery_codes'))
  void queries.invalidateQueries({ queryKey: factorKeys.state() })
  return codes
}

/** Returns recovery codes as the text of a file. `site` is the name of the site, `email` that of the account. */
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

export const parseRedeemed = shape({
  state: among(['RESET', 'WRONG', 'TOO_MANY', 'NO_FACTOR']),
  /** Only if `state` is WRONG. */
  tries_left: optional(number),
  /** Only if `state` is TOO_MANY; an ISO date. */
  retry_at: optional(string),
})

/**
 * Uses a recovery code after the authenticator app was lost: removes the app, ends all other sessions, and refreshes
 * this one, so that another app can be added. Succeeds if the app was removed before. Throws DataError:
 * `RECOVERY_WRONG` and `RECOVERY_TOO_MANY` with their messages, `42501` for an account that may not enter.
 */
export async function redeemRecoveryCode(client: DataClient, code: string): Promise<void> {
  refuse(parseRedeemed(unwrap(await client.rpc('use_recovery_code', { code }))))
  const { error } = await client.auth.refreshSession()
  if (error) throw fromAuthError(error)
}

/** Throws the DataError for an answer of `use_recovery_code()`, unless the app was removed. */
function refuse({ state, tries_left, retry_at }: Answer<typeof parseRedeemed>): void {
  switch (state) {
    case 'RESET':
    case 'NO_FACTOR':
      return
    case 'WRONG':
      throw new DataError({ code: 'RECOVERY_WRONG', message: wrong(number(tries_left)) })
    case 'TOO_MANY':
      throw new DataError({
        code: 'RECOVERY_TOO_MANY',
        message: tooMany(new Date(string(retry_at)), new Date()),
      })
  }
}

function wrong(left: number): string {
  if (left === 0) return 'This recovery code is wrong. Please wait 15 minutes before you try again.'
  const tries = left === 1 ? 'one more try' : `${left} more tries`
  return `This recovery code is wrong or was used already. You have ${tries}.`
}

function tooMany(retryAt: Date, now: Date): string {
  const minutes = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 60_000))
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return `Too many wrong recovery codes. Please try again in ${wait}.`
}
