import type { DataClient, FunctionCaller } from '@rookies/data/client'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The clients of the Supabase project and the cache of its answers. A page has one backend. */
export interface Backend {
  /** The project's origin and publishable key, which uploads and downloads of files need. */
  project: { url: string; key: string }
  client: DataClient
  functions: FunctionCaller
  queries: QueryClient
}

export const BackendContext = createContext<Backend | null>(null)

export function useBackend(): Backend {
  const backend = useContext(BackendContext)
  if (!backend) throw new Error('useBackend is for what stands below App')
  return backend
}
