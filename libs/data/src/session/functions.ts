import type { DataClient, FunctionCaller } from '../client'
import type { Json } from '../database.gen'
import { DataError, errorFromAnswer } from '../errors'
import { createAuthorizedFetch } from './authorized-fetch'

interface FunctionProject {
  /** The origin of the Supabase project, without a path. */
  url: string
  /** The publishable (anon) key. */
  key: string
}

/** Creates a caller of a project's edge functions with the session of its data client. */
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
      }).catch(() => {
        throw new DataError({ code: 'NETWORK' })
      })
      const said: Json | undefined = await answer.json().catch(() => undefined)
      if (!answer.ok || said === undefined) throw errorFromAnswer(said, answer.status)
      return said
    },
  }
}
