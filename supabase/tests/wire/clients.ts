import type { Database } from '@rookies/data/database.gen'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { WebSocket } from 'ws'
import type { Person } from '../database'
import { project } from './project'
import { type TokenChange, tokenFor } from './tokens'

export type WireClient = SupabaseClient<Database>

// Node 20 has no WebSocket, and createClient requires one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

const settings = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
}

/** Returns a client with the publishable key only, for signing in. */
export function strangerClient(): WireClient {
  return createClient<Database>(project.url, project.anonKey, settings)
}

/** Returns a client with the secret key, to which row security does not apply. */
export function serviceClient(): WireClient {
  return createClient<Database>(project.url, project.serviceKey, settings)
}

/** Returns a client that sends this token with each request. */
function tokenClient(token: string, transport: typeof fetch = fetch): WireClient {
  return createClient<Database>(project.url, project.anonKey, {
    ...settings,
    accessToken: async () => token,
    global: { fetch: transport },
  })
}

/** Returns a client with a session of that person, which uses this `fetch`. */
export async function clientOf(
  person: Person,
  change?: TokenChange,
  transport?: typeof fetch,
): Promise<WireClient> {
  return tokenClient(await tokenFor(person, change), transport)
}
