import { AuthApiError, type AuthChangeEvent, type Session } from '@supabase/auth-js'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DataError, fromAuthError } from '../errors'
import { libraryKeys } from '../library/library-query'
import { mapStorage } from '../testing/memory-storage'
import { createDataClient } from './create-client'
import { accessKeys, sessionKeys } from './keys'
import { sessionQuery } from './session-query'
import { signInMessage } from './sign-in'
import { watchSession } from './watch-session'

const person = (id: string): Session => ({
  access_token: `token-${id}`,
  refresh_token: `refresh-${id}`,
  token_type: 'bearer',
  expires_in: 3600,
  user: {
    id,
    email: `${id}@rookies.test`,
    app_metadata: {},
    user_metadata: {},
    aud: 'authenticated',
    created_at: '2026-01-01T00:00:00Z',
  },
})

/** Creates a client whose Auth events the test sends. */
function watched(known: { id: string; email: string | null } | null | undefined) {
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  })
  let tell: (event: AuthChangeEvent, session: Session | null) => void = () => undefined
  client.auth.onAuthStateChange = (
    callback: (event: AuthChangeEvent, session: Session | null) => void,
  ) => {
    tell = callback
    return { data: { subscription: { id: 's', callback, unsubscribe: () => undefined } } }
  }
  const queries = new QueryClient()
  if (known !== undefined) queries.setQueryData(sessionKeys.current(), known)
  queries.setQueryData(accessKeys.boot(), 'rights')
  queries.setQueryData(libraryKeys.courses(), ['what the one before could see'])
  watchSession(client, queries)
  return {
    tell: (event: AuthChangeEvent, session: Session | null) => tell(event, session),
    session: () => queries.getQueryData(sessionKeys.current()),
    rightsAreOld: () => queries.getQueryState(accessKeys.boot())?.isInvalidated,
    library: () => queries.getQueryData(libraryKeys.courses()),
  }
}

const ada = { id: 'ada', email: 'ada@rookies.test' }

describe('watchSession', () => {
  it('removes all data when the person signs out, in this tab or another', () => {
    const tab = watched(ada)
    tab.tell('SIGNED_OUT', null)
    expect(tab.session()).toBeNull()
    expect(tab.library()).toBeUndefined()
  })

  it('removes all data when another person signs in', () => {
    const tab = watched(ada)
    tab.tell('SIGNED_IN', person('bob'))
    expect(tab.session()).toEqual({ id: 'bob', email: 'bob@rookies.test' })
    expect(tab.library()).toBeUndefined()
  })

  it('keeps all data when the same person signs in again or a token is refreshed', () => {
    const tab = watched(ada)
    tab.tell('SIGNED_IN', person('ada'))
    tab.tell('TOKEN_REFRESHED', person('ada'))
    expect(tab.library()).toBeDefined()
  })

  it('reads the rights again when the person has entered the code of the second factor in another tab', () => {
    const tab = watched(ada)
    expect(tab.rightsAreOld()).toBe(false)
    tab.tell('MFA_CHALLENGE_VERIFIED', person('ada'))
    expect(tab.rightsAreOld()).toBe(true)
    expect(tab.session()).toEqual(ada)
  })

  it('ignores Auth’s first event, because the first check reports the same', () => {
    const tab = watched(undefined)
    tab.tell('SIGNED_IN', person('ada'))
    expect(tab.session()).toBeUndefined()
    expect(tab.library()).toBeDefined()
  })
})

describe('sessionQuery', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const spent = JSON.stringify({ ...person('ada'), expires_at: 1 })
  const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
  const renewed = () => json({ ...person('ada'), refresh_token: 'next' })

  /** Creates a browser with an expired session, and an Auth that gives each attempt the next of these answers. */
  function checking(...answers: ((signal?: AbortSignal | null) => Promise<Response> | Response)[]) {
    const asked: number[] = []
    const begun = Date.now()
    vi.stubGlobal('fetch', async (_url: string, init?: RequestInit) => {
      asked.push(Date.now() - begun)
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? renewed
      return answer(init?.signal)
    })
    const kept = new Map([['rookies-auth', spent]])
    const client = createDataClient({
      url: 'http://project.test',
      key: 'k',
      storage: mapStorage(kept),
    })
    const queries = new QueryClient()
    watchSession(client, queries)
    const check = async () => {
      const start = Date.now()
      const settled = queries
        .fetchQuery(sessionQuery(client))
        .catch((error: DataError) => error.code)
        .then((found) => ({ found, after: Date.now() - start }))
      await vi.advanceTimersByTimeAsync(10_000)
      return settled
    }
    return { check, asked, kept, client }
  }

  it.each<[string, () => Promise<Response> | Response]>([
    ['no server', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a server in trouble', () => json({ code: 500, error_code: 'unexpected_failure' }, 500)],
    ["a gateway's page", () => new Response('<html>bad gateway</html>', { status: 502 })],
    ['a page where Auth should be', () => new Response('<html>Log in to our Wi-Fi</html>')],
    ['half an answer', () => new Response('{"access_token": "to')],
    ['a gateway that knows no codes', () => json({ message: 'Invalid key' }, 401)],
    ['haste', () => json({ code: 'over_request_rate_limit' }, 429)],
    ['two tabs at once', () => json({ code: 'conflict' }, 409)],
  ])('tries twice more, a second apart, and keeps the session after %s', async (_what, answer) => {
    const { check, asked, kept, client } = checking(answer)
    expect(await check()).toEqual({ found: 'NETWORK', after: 2000 })
    expect(asked).toEqual([0, 1000, 2000])
    expect(kept.get('rookies-auth')).toBe(spent)
    client.auth.stopAutoRefresh()
  })

  it('waits four seconds for a server that does not answer, and aborts the requests', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    const { check, asked, kept, client } = checking((signal) => {
      signals.push(signal)
      return new Promise<Response>(() => undefined)
    })
    expect(await check()).toEqual({ found: 'NETWORK', after: 4000 })
    expect(asked).toEqual([0, 1000, 2000])
    expect(signals.every((signal) => signal?.aborted)).toBe(true)
    expect(kept.get('rookies-auth')).toBe(spent)
    client.auth.stopAutoRefresh()
  })

  it('sends nothing while the browser is offline, and a request at once when it is online again', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    const { check, asked, kept, client } = checking(renewed)
    expect(await check()).toEqual({ found: 'NETWORK', after: 0 })
    expect(asked).toEqual([])
    expect(kept.get('rookies-auth')).toBe(spent)
    vi.stubGlobal('navigator', { onLine: true })
    expect(await check()).toMatchObject({ found: { id: 'ada' }, after: 0 })
    client.auth.stopAutoRefresh()
  })

  it('uses the first answer that comes from Auth', async () => {
    const { check, kept, client } = checking(() => json({}, 503), renewed)
    expect(await check()).toEqual({ found: { id: 'ada', email: 'ada@rookies.test' }, after: 1000 })
    expect(kept.get('rookies-auth')).toContain('next')
    client.auth.stopAutoRefresh()
  })

  it('finds the session in a later check, when the server answers again', async () => {
    const broken = () => json({}, 500)
    const { check, client } = checking(broken, broken, broken, renewed)
    expect((await check()).found).toBe('NETWORK')
    expect(await check()).toEqual({ found: { id: 'ada', email: 'ada@rookies.test' }, after: 0 })
    client.auth.stopAutoRefresh()
  })

  it('deletes the session at once if Auth ends it', async () => {
    const { check, asked, kept, client } = checking(() =>
      json({ error_code: 'refresh_token_not_found', msg: 'Not found' }, 400),
    )
    expect(await check()).toEqual({ found: null, after: 0 })
    expect(asked).toEqual([0])
    expect(kept.has('rookies-auth')).toBe(false)
    client.auth.stopAutoRefresh()
  })
})

describe('signInMessage', () => {
  it('returns the provider’s message', () => {
    const wrong = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
    expect(signInMessage(fromAuthError(wrong), '')).toBe('Invalid login credentials')
  })

  it('has a default message if the provider has none', () => {
    expect(signInMessage(new DataError({ code: 'NETWORK' }), '')).toBe(
      'An unexpected error occurred',
    )
    expect(
      signInMessage(
        new DataError({ code: 'email_not_confirmed', message: 'Email not confirmed' }),
        '',
      ),
    ).toContain('verify your account')
    expect(signInMessage(new DataError({ code: 'user_banned' }), 'help@rookies.test')).toContain(
      'help@rookies.test',
    )
  })
})
