import type { AuthClient, AuthError, Session } from '@supabase/auth-js'

type Auth = Pick<InstanceType<typeof AuthClient>, 'getSession' | 'refreshSession'>

type SessionAnswer = { data: { session: Session | null }; error: AuthError | null }

/**
 * A fetch that speaks as whoever is signed in: adds the project's key and the current access token,
 * and nobody's token when nobody is.
 *
 * A token that the server calls expired (401) is refreshed once and the request sent once more;
 * requests that meet the same 401 share one refresh. When the session cannot be read because Auth
 * does not answer, the request fails instead of going out as a visitor, whose answers look like
 * emptiness. Throws what fetch throws, and the session's error.
 */
export function createAuthorizedFetch(auth: Auth, key: string): typeof fetch {
  return async (input, init) => {
    const token = await currentToken(auth)
    const answer = await send(input, init, key, token)
    if (answer.status !== 401 || token === null) return answer
    const fresh = await tokenAfter(auth, token)
    return fresh === null ? answer : send(input, init, key, fresh)
  }
}

function send(
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  key: string,
  token: string | null,
): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.set('apikey', key)
  headers.set('Authorization', `Bearer ${token ?? key}`)
  return fetch(input, { ...init, headers })
}

async function currentToken(auth: Auth): Promise<string | null> {
  const { data, error } = await settled(auth, await auth.getSession())
  if (error?.name === 'AuthRetryableFetchError' && !data.session) throw error
  return data.session?.access_token ?? null
}

/** A token other than `refused`, or null when there is none to be had. */
async function tokenAfter(auth: Auth, refused: string): Promise<string | null> {
  const held = (await auth.getSession()).data.session?.access_token
  if (held !== undefined && held !== refused) return held
  const { data } = await settled(auth, await auth.refreshSession())
  const fresh = data.session?.access_token ?? null
  return fresh === refused ? null : fresh
}

/**
 * When another tab refreshed at the same moment, Auth throws away what this tab got and reports an
 * error, although storage now holds a good session: look there again.
 */
async function settled(auth: Auth, answer: SessionAnswer): Promise<SessionAnswer> {
  return answer.error?.name === 'AuthRefreshDiscardedError' ? auth.getSession() : answer
}
