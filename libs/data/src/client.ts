import { AuthClient, type SupportedStorage } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createAuthorizedFetch } from './authorized-fetch'
import type { Database } from './database.gen'

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
  /** True on the callback routes only, which take the session out of the address (decisions §10). */
  detectSessionInUrl?: boolean | undefined
  /** Sent with every request. */
  transportHeaders?: Record<string, string> | undefined
}

const CLIENT_INFO = { 'X-Client-Info': 'rookies-web' }

/**
 * A client for one project, put together from Auth and PostgREST alone: the whole of supabase-js
 * weighs twice as much (budgets). Storage key and flow are the same in both bundles, so that one
 * session serves both (decisions §10). PostgREST's own retries are off: the query client has the
 * only retry policy.
 */
export function createDataClient(options: DataClientOptions): DataClient {
  const origin = options.url.replace(/\/+$/, '')
  const headers = { ...CLIENT_INFO, ...options.transportHeaders }

  const auth = new AuthClient({
    url: `${origin}/auth/v1`,
    headers: { ...headers, apikey: options.key, Authorization: `Bearer ${options.key}` },
    storageKey: 'rookies-auth',
    flowType: 'pkce',
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: options.detectSessionInUrl ?? false,
    storage: options.storage,
  })

  const rest = new PostgrestClient<Database>(`${origin}/rest/v1`, {
    headers,
    schema: 'public',
    fetch: createAuthorizedFetch(auth, options.key),
    retry: false,
  })

  return { auth, from: rest.from.bind(rest), rpc: rest.rpc.bind(rest) }
}
