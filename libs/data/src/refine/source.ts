import type { DataClient, FunctionCaller } from '../client'

/** The clients that acts and reads use; the signal cancels a read. */
export interface Source {
  client: DataClient
  functions: FunctionCaller
  /** Origin and publishable key, for downloading and uploading files. */
  project: { url: string; key: string }
  signal: AbortSignal
}
