import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database, Json } from './database.gen'

/**
 * The part of a Supabase client that this product uses. A whole `SupabaseClient` is one, so that scripts and tests can
 * use the same functions.
 */
export type DataClient = Pick<SupabaseClient<Database>, 'auth' | 'from' | 'rpc'>

/** Calls the project's edge functions as the signed-in person. */
export interface FunctionCaller {
  /** Returns the function's answer. Throws DataError with its code; `NETWORK` or `BUSY` if it did not answer. */
  invoke: (name: string, body: Json) => Promise<Json>
}
