import { AuthClient, type SupportedStorage } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { DataClient } from '../client'
import type { Database } from '../database.gen'
import { localStore } from '../device/store'
import { loggedFetch } from '../logs/log'
import { createAuthorizedFetch } from './authorized-fetch'
import { SESSION_KEY } from './keys'
import { boundedRenewal, byOwnClock } from './renewal'

export interface DataClientOptions {
  /** The origin of the Supabase project, without a path. */
  url: string
  /** The publishable (anon) key. */
  key: string
  /** The storage of the session; local storage by default. */
  storage?: SupportedStorage | undefined
  /** The storage key of the session; by default the one that both applications share. */
  storageKey?: string | undefined
  /** True only on the callback routes, which take the session out of the address (rules/access#two-bundles). */
  detectSessionInUrl?: boolean | undefined
  /**
   * Whether the session is only kept in memory: not stored, refreshed, or shared with other tabs. Used to check a
   * password without changing the current session.
   */
  ephemeral?: boolean | undefined
  /** Called before a session is deleted because Auth has refused to refresh it. The deletion waits for its promise. */
  onEnded?: (() => unknown) | undefined
  /** Headers that are sent with every request. */
  transportHeaders?: Record<string, string> | undefined
}

const CLIENT_INFO = { 'X-Client-Info': 'rookies-web' }

/**
 * Creates a client for one project from Auth and PostgREST alone, because the whole of supabase-js is twice as large.
 * Both applications use the same storage key and flow, so one session serves both. PostgREST's own retries are off,
 * because the query client has the only retry policy.
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

/** Returns the access token in local storage; null if there is none or it has expired. */
function storedToken(storageKey: string): string | null {
  try {
    const { access_token, expires_at } = JSON.parse(localStore.getItem(storageKey) ?? '{}')
    return typeof access_token === 'string' && expires_at * 1000 > Date.now() ? access_token : null
  } catch {
    return null
  }
}
