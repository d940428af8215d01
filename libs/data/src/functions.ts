import { createAuthorizedFetch } from './authorized-fetch'
import type { DataClient } from './client'
import type { Json } from './database.gen'
import { DataError } from './errors'
import { object, stringOrNull } from './json'

/** The edge functions of the project, called as whoever is signed in. */
export interface FunctionCaller {
  /** Out: what the function answers. Throws DataError with its code, `NETWORK` when no answer came. */
  invoke: (name: string, body: Json) => Promise<Json>
}

interface FunctionProject {
  /** Origin of the Supabase project, without a path. */
  url: string
  /** Its publishable (anon) key. */
  key: string
}

/** Calls the edge functions of a project with the session of its data client. */
export function createFunctionCaller(
  { url, key }: FunctionProject,
  client: Pick<DataClient, 'auth'>,
): FunctionCaller {
  const send = createAuthorizedFetch(client.auth, key, () => null)
  const origin = url.replace(/\/+$/, '')
  return {
    invoke: async (name, body) => {
      const answer = await send(`${origin}/functions/v1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }).catch((cause: unknown) => {
        throw new DataError({ code: 'NETWORK', details: String(cause) })
      })
      const said: Json = await answer.json().catch(() => null)
      if (answer.ok) return said
      throw refusal(said, answer.status)
    },
  }
}

function refusal(said: Json, status: number): DataError {
  const row = typeof said === 'object' && said !== null && !Array.isArray(said) ? object(said) : {}
  return new DataError({
    code: stringOrNull(row.code) ?? 'UNKNOWN_ERROR',
    message: stringOrNull(row.message) ?? undefined,
    status,
  })
}
