import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import { fromAuthError, unwrap } from '../errors'
import { type Answer, changed, number, orNull, shape, string } from '../json'

/** A confirmed authenticator app. */
export interface AuthenticatorApp {
  id: string
  name: string
  /** When the app was added, as an ISO date. */
  addedAt: string
}

export const parseCodes = changed(
  shape({ codes_left: number, codes_made_at: orNull(string) }),
  ({ codes_left, codes_made_at }) => ({
    /** The number of unused recovery codes. */
    codesLeft: codes_left,
    /** When the codes were created, as an ISO date; null if there are none. */
    codesMadeAt: codes_made_at,
  }),
)

/** A person's second factors. */
export interface FactorsState extends Answer<typeof parseCodes> {
  apps: AuthenticatorApp[]
}

/** Reads the signed-in person's authenticator apps and the number of recovery codes. Fails with a DataError. */
export function factorsQuery(client: DataClient) {
  return queryOptions({
    queryKey: factorKeys.state(),
    queryFn: async ({ signal }): Promise<FactorsState> => {
      const [factors, codes] = await Promise.all([
        client.auth.mfa.listFactors(),
        client.rpc('my_factors_state').abortSignal(signal),
      ])
      if (factors.error) throw fromAuthError(factors.error)
      const apps = factors.data.totp.map(({ id, friendly_name, created_at }) => ({
        id,
        name: friendly_name || 'Authenticator app',
        addedAt: created_at,
      }))
      return { apps, ...parseCodes(unwrap(codes)) }
    },
    staleTime: 0,
  })
}

/** Query keys of the signed-in person's second factor. */
export const factorKeys = {
  state: () => ['factors', 'state'] as const,
}
