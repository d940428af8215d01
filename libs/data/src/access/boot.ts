import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { isTransient, toDataError, unwrap } from '../errors'
import {
  type Answer,
  changed,
  flag,
  listOf,
  number,
  object,
  or,
  orNull,
  shape,
  string,
} from '../json'
import { learnServerTime } from '../server-clock'
import type { FlashName } from '../session/flash'
import { accessKeys } from '../session/keys'
import { parseAccount } from './account-state'
import { keepLook } from './look'
import { isScope } from './resources'

export const parseSettings = shape({
  site_name: string,
  site_description: or(string, ''),
  contact_email: or(string, ''),
  /** The name of the accent colour of the public pages (rules/settings#accent). */
  accent: or(string, ''),
  /** The school's logo, `covers/…`; empty without one (rules/settings#logo). */
  logo: or(string, ''),
  allow_registration: flag,
  // The setting restricts access, so only an explicit false switches it off.
  require_email_verification: (required) => required !== false,
  enable_two_factor: flag,
  maintenance_mode: flag,
  creators_admin_panel: flag,
})
/** The settings that every visitor may read (rules/settings#settings). */
export type PublicSettings = Answer<typeof parseSettings>

const parseRight = shape({
  resource: string,
  action: string,
  scope: (scope) => (isScope(scope) ? scope : null),
})

export const parseBoot = shape({
  /** Null for a visitor. */
  account: orNull(parseAccount),
  /** Rights that this build does not know are left out, which denies them. */
  permissions: changed(listOf(parseRight), (rights) =>
    rights.flatMap(({ scope, ...right }) => (scope === null ? [] : { ...right, scope })),
  ),
  settings: parseSettings,
  /** Whether the person can open any community. If not, no link leads to the communities. */
  communities: flag,
  /**
   * The number of posts and replies by others since the person's last visit (rules/communities#news). 10 means more
   * than 9.
   */
  community_news: or(number, 0),
  /**
   * The first page of the person's notifications. `parseFeed` parses it, because the badge needs only `unreadCount`.
   */
  bell: (bell) => bell ?? null,
})
/** The answer to the first request of both applications. */
export type Boot = Answer<typeof parseBoot>

/**
 * Reads the signed-in person, the rights and the public settings in one call. The answer stays fresh until code
 * invalidates `accessKeys.all` (sign-in, sign-out, a denied write). Fails with a DataError.
 */
export function bootQuery(client: DataClient) {
  return queryOptions({
    queryKey: accessKeys.boot(),
    queryFn: async ({ signal }): Promise<Boot> => {
      const answer = unwrap(await client.rpc('boot').abortSignal(signal))
      const boot = parseBoot(answer)
      keepLook(boot.settings)
      const { now } = boot.bell === null ? {} : object(boot.bell)
      if (typeof now === 'string') learnServerTime(Date.parse(now))
      return boot
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Returns why the person must sign in again, because the session is no longer valid; null if it is valid. */
export function signOutReason(
  boot: Boot | undefined,
  error: unknown,
): Extract<FlashName, 'profile-missing' | 'auth-error'> | null {
  if (boot) return boot.account?.state === 'NO_PROFILE' ? 'profile-missing' : null
  if (!error) return null
  const failure = toDataError(error)
  // PostgREST sends one of these codes with status 406. A 406 without such a code comes from a gateway and says nothing
  // about the session.
  if (failure.code === 'PGRST116') return 'profile-missing'
  return failure.status === 406 && !isTransient(failure) ? 'auth-error' : null
}
