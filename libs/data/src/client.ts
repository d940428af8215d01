import type { SupabaseClient } from '@supabase/supabase-js'
import type { Database } from './database.gen'

/**
 * The part of a Supabase client that this product uses. A whole `SupabaseClient` fits as well, so scripts and tests can
 * use the same reads and commands.
 */
export type DataClient = Pick<SupabaseClient<Database>, 'auth' | 'from' | 'rpc'>
