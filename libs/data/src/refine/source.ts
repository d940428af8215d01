import type { DataClient } from '../client'
import type { FunctionCaller } from '../functions'

/** Where acts and reads get their answers from; the signal gives a read up. */
export interface Source {
  client: DataClient
  functions: FunctionCaller
  signal: AbortSignal
}
