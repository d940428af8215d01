import type { DataClient } from '@rookies/data/client'
import { createContext, type ReactNode, useContext } from 'react'

const DataContext = createContext<DataClient | null>(null)

export function DataProvider({ client, children }: { client: DataClient; children: ReactNode }) {
  return <DataContext value={client}>{children}</DataContext>
}

export function useData(): DataClient {
  const client = useContext(DataContext)
  if (!client) throw new Error('useData needs a DataProvider above it')
  return client
}
