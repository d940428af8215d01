import type { DataClient } from '@rookies/data/client'
import { localStore, tabStore } from '@rookies/data/device/store'
import { dataProject } from '@rookies/data/env'
import { createRecoveryClient } from '@rookies/data/session/recovery'

let client: DataClient | null = null

/** Returns this tab's only client for the session of a reset link. */
export function recoveryClient(): DataClient {
  client ??= createRecoveryClient(dataProject(import.meta.env, location.origin), {
    tab: tabStore,
    browser: localStore,
  })
  return client
}
