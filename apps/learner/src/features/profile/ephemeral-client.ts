import { createDataClient, type DataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'

/** A client for proving a password beside the session that is open; forgets everything. */
export function ephemeralClient(): DataClient {
  return createDataClient({ ...dataProject(import.meta.env, location.origin), ephemeral: true })
}
