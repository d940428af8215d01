import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { Boot } from '../access/boot'
import type { DataClient } from '../client'
import { accessKeys } from '../session/keys'
import { ownZone } from '../time/zones'

/**
 * Stores the browser's time zone for a person who has signed in and has not chosen one (rules/accounts#preferences). If
 * that fails, the next visit tries again.
 */
export function noteZone(client: DataClient, queries: QueryClient): void {
  const bootHash = hashKey(accessKeys.boot())
  let noted: string | undefined
  const look = async () => {
    const account = queries.getQueryData<Boot>(accessKeys.boot())?.account
    if (account?.state !== 'ACTIVE' || account.time_zone !== null || account.id === noted) return
    noted = account.id
    const { data: time_zone } = await client.rpc('note_time_zone', { zone: ownZone() })
    queries.setQueryData<Boot>(accessKeys.boot(), (boot) =>
      // If another person has signed in meanwhile, the answer does not belong to this person.
      boot?.account && boot.account.id === noted && time_zone
        ? { ...boot, account: { ...boot.account, time_zone } }
        : boot,
    )
  }
  queries.getQueryCache().subscribe(({ query }) => {
    if (query.queryHash === bootHash) void look()
  })
  void look()
}
