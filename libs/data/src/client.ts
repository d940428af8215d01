import { AuthClient, type SupportedStorage } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createAuthorizedFetch } from './authorized-fetch'
import type { Database } from './database.gen'
import { localStore } from './device/store'
import { loggedFetch } from './logs/log'
import { SESSION_KEY } from './session/keys'
import { boundedRenewal, byOwnClock } from './session/renewal'

/**
 * The part of a Supabase client that this product lives on. A whole `SupabaseClient` fits too, which
 * is how scripts and tests use the same reads and commands.
 */
export type DataClient = Pick<SupabaseClient<Database>, 'auth' | 'from' | 'rpc'>

export interface DataClientOptions {
  /** Origin of the Supabase project, without a path. */
  url: string
  /** Its publishable (anon) key. */
  key: string
  /** Where the session is kept; local storage unless told otherwise. */
  storage?: SupportedStorage | undefined
  /** Under which name the session is kept there: the one of both bundles unless told otherwise. */
  storageKey?: string | undefined
  /** True on the callback routes only, which take the session out of the address (rules/access#two-bundles). */
  detectSessionInUrl?: boolean | undefined
  /**
   * Keeps its session to itself and forgets it: nothing is stored, refreshed or told to other tabs.
   * For proving a password beside the session that is open.
   */
  ephemeral?: boolean | undefined
  /** Called, and waited for, before a session is put away that Auth will not refresh any more. */
  onEnded?: (() => unknown) | undefined
  /** Sent with every request. */
  transportHeaders?: Record<string, string> | undefined
}

const CLIENT_INFO = { 'X-Client-Info': 'rookies-web' }

/**
 * A client for one project, put together from Auth and PostgREST alone: the whole of supabase-js
 * weighs twice as much. Storage key and flow are the same in both bundles, so that one
 * session serves both. PostgREST's own retries are off: the query client has the
 * only retry policy.
 */
export function createDataClient(options: DataClientOptions): DataClient {
  const origin = options.url.replace(/\/+$/, '')
  const headers = { ...CLIENT_INFO, ...options.transportHeaders }

  const storageKey = options.storageKey ?? (options.ephemeral ? 'rookies-ephemeral' : SESSION_KEY)

  const storage = options.storage ?? localStore
  const stored = async () => storage.getItem(storageKey)
  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { ...headers, apikey: options.key, Authorization: `Bearer ${options.key}` },
    storageKey,
    flowType: 'pkce',
    persistSession: !options.ephemeral,
    autoRefreshToken: !options.ephemeral,
    detectSessionInUrl: options.detectSessionInUrl ?? false,
    storage,
    fetch: boundedRenewal({ ask: byOwnClock(loggedFetch), stored }),
  })

  const rest = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers,
    schema: 'public',
    fetch: createAuthorizedFetch(auth, options.key, () => storedToken(storageKey), options.onEnded),
    retry: false,
  })

  return { auth, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
}

/** The access token as Auth keeps it in local storage, while it is good; null when there is none. */
function storedToken(storageKey: string): string | null {
  try {
    const { access_token, expires_at } = JSON.parse(localStore.getItem(storageKey) ?? '{}')
    return typeof access_token === 'string' && expires_at * 1000 > Date.now() ? access_token : null
  } catch {
    return null
  }
}
