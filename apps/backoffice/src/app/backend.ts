import type { DataClient, FunctionCaller } from '@rookies/data/client'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'

/** The project that the panel talks to, and the cache of its answers. A page has one backend. */
export interface Backend {
  /** The origin and the publishable key, which file transfers need. */
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
