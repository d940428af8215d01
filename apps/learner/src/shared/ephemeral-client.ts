import type { DataClient } from '@rookies/data/client'
import { dataProject } from '@rookies/data/env'
import { createDataClient } from '@rookies/data/session/create-client'

/** Returns a client that stores nothing, for checking a password beside the open session. */
export function ephemeralClient(): DataClient {
  return createDataClient({ ...dataProject(import.meta.env, location.origin), ephemeral: true })
}
