import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { fromAuthError, unwrap } from '../errors'
import { number, object, stringOrNull } from '../json'

/** A confirmed authenticator app. */
export interface AuthenticatorApp {
  id: string
  name: string
  /** ISO date. */
  addedAt: string
}

/** A person's second factors. */
export interface FactorsState {
  apps: AuthenticatorApp[]
  /** The number of unused recovery codes. */
  codesLeft: number
  /** ISO date; null if none were ever created. */
  codesMadeAt: string | null
}

/** The signed-in person's authenticator apps and recovery codes. Fails with a DataError. */
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

function parseCodes(json: Json): Pick<FactorsState, 'codesLeft' | 'codesMadeAt'> {
  const answer = object(json)
  return {
    codesLeft: number(answer.codes_left),
    codesMadeAt: stringOrNull(answer.codes_made_at),
  }
}

/** Query keys of the signed-in person's second factor. */
export const factorKeys = {
  state: () => ['factors', 'state'] as const,
}
