import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { isTransient, toDataError, unwrap } from '../errors'
import { type JsonObject, list, object, oneOf, string, stringOrNull } from '../json'
import { learnServerTime } from '../server-clock'
import type { FlashName } from '../session/flash'
import { accessKeys } from '../session/keys'
import { keepLook } from '../settings/look'
import { ACCOUNT_STATES, type Account } from './account-state'
import { isScope, type Permission } from './resources'
import { isRole } from './roles'

/** The settings that every visitor may read (rules/settings#settings). */
export interface PublicSettings {
  site_name: string
  site_description: string
  contact_email: string
  /** The name of the accent colour of the public pages (rules/settings#accent). */
  accent: string
  /** The school's logo, `covers/…`; empty without one (rules/settings#logo). */
  logo: string
  allow_registration: boolean
  require_email_verification: boolean
  enable_two_factor: boolean
  maintenance_mode: boolean
  creators_admin_panel: boolean
}

/** The answer of the first call of both applications. */
export interface Boot {
  /** Null for a visitor. */
  account: Account | null
  permissions: Permission[]
  settings: PublicSettings
  /** Whether the page of communities has any for this person; otherwise no link leads to it. */
  communities: boolean
  /**
   * The number of posts and replies of others since the person's last visit (rules/communities#news); 10 means more
   * than nine.
   */
  community_news: number
  /** The person's notifications, which `parseFeed` parses; the badge only needs `unreadCount`. */
  bell: Json
}

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

/**
 * Parses the answer of `boot()`. Rights that this build does not know are left out, so that they count as denied.
 * Throws DataError `MALFORMED` for data of another shape.
 */
export function parseBoot(json: Json): Boot {
  const answer = object(json)
  return {
    account: answer.account === null ? null : parseAccount(object(answer.account)),
    permissions: list(answer.permissions).flatMap(parsePermission),
    settings: parseSettings(object(answer.settings)),
    communities: answer.communities === true,
    community_news: Number(answer.community_news ?? 0),
    bell: answer.bell ?? null,
  }
}

function parseAccount(row: JsonObject): Account {
  return {
    state: oneOf(ACCOUNT_STATES, row.state),
    id: string(row.id),
    name: stringOrNull(row.name),
    email: stringOrNull(row.email),
    phone: stringOrNull(row.phone),
    role: isRole(row.role) ? row.role : null,
    created_at: stringOrNull(row.created_at),
    time_zone: stringOrNull(row.time_zone),
    aal_required: row.aal_required === true,
  }
}

function parsePermission(json: Json): Permission[] {
  const { resource, action, scope } = object(json)
  return isScope(scope) ? [{ resource: string(resource), action: string(action), scope }] : []
}

function parseSettings(row: JsonObject): PublicSettings {
  return {
    site_name: string(row.site_name),
    site_description: stringOrNull(row.site_description) ?? '',
    contact_email: stringOrNull(row.contact_email) ?? '',
    accent: stringOrNull(row.accent) ?? '',
    logo: stringOrNull(row.logo) ?? '',
    allow_registration: row.allow_registration === true,
    // These two settings restrict access, so they apply unless the answer says otherwise.
    require_email_verification: row.require_email_verification !== false,
    enable_two_factor: row.enable_two_factor === true,
    maintenance_mode: row.maintenance_mode === true,
    creators_admin_panel: row.creators_admin_panel === true,
  }
}

/**
 * Returns the message with which a person is sent back to sign in, because the session leads nowhere; null otherwise.
 */
export function signOutReason(
  boot: Boot | undefined,
  error: unknown,
): Extract<FlashName, 'profile-missing' | 'auth-error'> | null {
  if (boot) return boot.account?.state === 'NO_PROFILE' ? 'profile-missing' : null
  if (!error) return null
  const failure = toDataError(error)
  // PostgREST answers 406 with both codes; a gateway's 406 says nothing about the session.
  if (failure.code === 'PGRST116') return 'profile-missing'
  return failure.status === 406 && !isTransient(failure) ? 'auth-error' : null
}
