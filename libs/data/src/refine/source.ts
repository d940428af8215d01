import type { DataClient } from '../client'
import type { FunctionCaller } from '../functions'

/** Where acts and reads get their answers from; the signal gives a read up. */
export interface Source {
  client: DataClient
  functions: FunctionCaller
  /** Origin and publishable key: what files are fetched and sent with. */
  project: { url: string; key: string }
  signal: AbortSignal
}
