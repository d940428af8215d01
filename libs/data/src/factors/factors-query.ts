import { queryOptions } from '@tanstack/react-query'
import type { DataClient } from '../client'
import type { Json } from '../database.gen'
import { fromAuthError, unwrap } from '../errors'
import { number, object, stringOrNull } from '../json'

/** An authenticator app that works. */
export interface AuthenticatorApp {
  id: string
  name: string
  /** ISO date. */
  addedAt: string
}

/** What a person has to sign in with besides their password. */
export interface FactorsState {
  apps: AuthenticatorApp[]
  /** Recovery codes that are not used up. */
  codesLeft: number
  /** ISO date; null when none were ever made. */
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
