import {
  AuthApiError,
  AuthRefreshDiscardedError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
} from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { isSessionEnded } from './current-session'

describe('isSessionEnded', () => {
  it.each([
    [400, 'refresh_token_not_found'],
    [400, 'refresh_token_already_used'],
    [400, 'session_expired'],
    [403, 'user_banned'],
  ])('is true for the refusals that end a session: %i %s', (status, code) => {
    expect(isSessionEnded(new AuthApiError('Refused', status, code))).toBe(true)
  })

  it('is true if Auth’s client has no session', () => {
    expect(isSessionEnded(new AuthSessionMissingError())).toBe(true)
  })

  it.each([
    ['too many questions', new AuthApiError('Slow down', 429, 'over_request_rate_limit')],
    ['two tabs at once', new AuthApiError('Too many at once', 409, 'conflict')],
    ['a server in trouble', new AuthApiError('Broken', 500, 'unexpected_failure')],
    ['a gateway that does not know the key', new AuthApiError('Invalid key', 401, undefined)],
    ['no answer', new AuthRetryableFetchError('fetch failed', 0)],
    ['another tab that was quicker', new AuthRefreshDiscardedError()],
  ])('is false after %s', (_what, error) => {
    expect(isSessionEnded(error)).toBe(false)
  })
})
