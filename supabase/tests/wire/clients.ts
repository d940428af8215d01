import type { Database } from '@rookies/data/database.gen'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { inject } from 'vitest'
import { WebSocket } from 'ws'
import { localAnonKey, localServiceKey } from '../../local/src/gateway/local-keys'
import type { Person } from '../database'
import { type TokenChange, tokenFor } from './tokens'

export type WireClient = SupabaseClient<Database>

// Node 20 has no WebSocket of its own, and a client refuses to start without one.
if (!('WebSocket' in globalThis)) Object.assign(globalThis, { WebSocket })

const settings = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
}

/** A client that holds the publishable key and nothing else, to sign in with. */
export function strangerClient(): WireClient {
  return createClient<Database>(inject('backendUrl'), localAnonKey, settings)
}

/** A client of the operators' key, which row security does not bind. */
export function serviceClient(): WireClient {
  return createClient<Database>(inject('backendUrl'), localServiceKey, settings)
}

/** A client that sends this token with each request. */
function tokenClient(token: string, transport: typeof fetch = fetch): WireClient {
  return createClient<Database>(inject('backendUrl'), localAnonKey, {
    ...settings,
    accessToken: async () => token,
    global: { fetch: transport },
  })
}

/** A client in which that person is signed in, over that connection. */
export async function clientOf(
  person: Person,
  change?: TokenChange,
  transport?: typeof fetch,
): Promise<WireClient> {
  return tokenClient(await tokenFor(person, change), transport)
}
