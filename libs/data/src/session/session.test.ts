import { AuthApiError, type AuthChangeEvent, type Session } from '@supabase/auth-js'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { accessKeys } from '../access/keys'
import { createDataClient } from '../client'
import { DataError, fromAuthError } from '../errors'
import { libraryKeys } from '../library/keys'
import { sessionKeys } from './keys'
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

/** A client whose Auth says what the test tells it to. */
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
  it('forgets everything when somebody signs out, here or in another tab', () => {
    const tab = watched(ada)
    tab.tell('SIGNED_OUT', null)
    expect(tab.session()).toBeNull()
    expect(tab.library()).toBeUndefined()
  })

  it('forgets everything when somebody else signs in', () => {
    const tab = watched(ada)
    tab.tell('SIGNED_IN', person('bob'))
    expect(tab.session()).toEqual({ id: 'bob', email: 'bob@rookies.test' })
    expect(tab.library()).toBeUndefined()
  })

  it('keeps everything when the same person comes back or a token is refreshed', () => {
    const tab = watched(ada)
    tab.tell('SIGNED_IN', person('ada'))
    tab.tell('TOKEN_REFRESHED', person('ada'))
    expect(tab.library()).toBeDefined()
  })

  it('asks again for the rights when another tab has shown the second factor', () => {
    const tab = watched(ada)
    expect(tab.rightsAreOld()).toBe(false)
    tab.tell('MFA_CHALLENGE_VERIFIED', person('ada'))
    expect(tab.rightsAreOld()).toBe(true)
    expect(tab.session()).toEqual(ada)
  })

  it('leaves the first answer to the first check', () => {
    const tab = watched(undefined)
    tab.tell('SIGNED_IN', person('ada'))
    expect(tab.session()).toBeUndefined()
    expect(tab.library()).toBeDefined()
  })
})

describe('sessionQuery', () => {
  it('tries a failed check twice more, a second apart', () => {
    const { retry, retryDelay } = sessionQuery(
      createDataClient({ url: 'http://project.test', key: 'k' }),
    )
    expect([retry, retryDelay]).toEqual([2, 1000])
  })
})

describe('signInMessage', () => {
  it('says what the provider says', () => {
    const wrong = new AuthApiError('Invalid login credentials', 400, 'invalid_credentials')
    expect(signInMessage(fromAuthError(wrong), '')).toBe('Invalid login credentials')
  })

  it('has plain words where the provider has none', () => {
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
