import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DataError } from '../errors'
import { mapStorage } from '../testing/memory-storage'
import { createDataClient } from './create-client'
import { sessionKeys } from './keys'
import { changePassword, passwordMessage, sendPasswordNonce } from './password'
import { signOutEverywhere, signOutOthers } from './sign-out-everywhere'

const user = { id: 'ada', email: 'ada@rookies.test' }

/** Creates Ada's browser with an Auth that answers every request in the same way. */
function browser(answer: { status?: number; body?: object } = {}, signedIn = true) {
  const sent: { path: string; body: unknown }[] = []
  const kept = new Map<string, string>()
  if (signedIn) {
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    const session = {
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_in: 3600,
      expires_at,
      user,
    }
    kept.set('rookies-auth', JSON.stringify(session))
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url)
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : null
    sent.push({ path: pathname.replace('/auth/v1/', '') + search, body })
    const { status = 200, body: said = user } = answer
    return new Response(status === 204 ? null : JSON.stringify(said), { status })
  })
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: mapStorage(kept),
  })
  const queries = new QueryClient()
  queries.setQueryData(sessionKeys.current(), user)
  return { client, queries, sent, kept }
}

afterEach(() => vi.unstubAllGlobals())

describe('signing out', () => {
  it('everywhere ends this session too', async () => {
    const { client, queries, sent, kept } = browser({ status: 204 })
    await signOutEverywhere(client, queries)
    expect(sent.map(({ path }) => path)).toEqual([
      'logout?scope=global',
      '/rest/v1/rpc/record_session',
    ])
    expect(sent.at(-1)?.body).toEqual({ event: 'logout' })
    expect(kept.has('rookies-auth')).toBe(false)
    expect(queries.getQueryData(sessionKeys.current())).toBeNull()
  })

  it('on other devices does not end this session', async () => {
    const { client, queries, sent, kept } = browser({ status: 204 })
    await signOutOthers(client)
    expect(sent.map(({ path }) => path)).toEqual(['logout?scope=others'])
    expect(kept.has('rookies-auth')).toBe(true)
    expect(queries.getQueryData(sessionKeys.current())).toEqual(user)
  })

  it('throws and keeps the session if the server could not be reached', async () => {
    const { client, queries, kept } = browser({ status: 500, body: { msg: 'down' } })
    await expect(signOutEverywhere(client, queries)).rejects.toBeInstanceOf(DataError)
    await expect(signOutOthers(client)).rejects.toBeInstanceOf(DataError)
    expect(kept.has('rookies-auth')).toBe(true)
    expect(queries.getQueryData(sessionKeys.current())).toEqual(user)
  })
})

describe('changing the password', () => {
  it('sends the new password, with the mailed code if there is one', async () => {
    const { client, sent } = browser()
    await changePassword(client, { password: 'abacus' })
    await changePassword(client, { password: 'abacus', nonce: '123456' })
    expect(sent).toEqual([
      { path: 'user', body: expect.objectContaining({ password: 'abacus' }) },
      { path: 'user', body: expect.objectContaining({ password: 'abacus', nonce: '123456' }) },
    ])
    expect(sent[0]?.body).not.toHaveProperty('nonce')
  })

  it('has a message for every refusal', async () => {
    const refusals: [number, string, string][] = [
      [401, 'insufficient_aal', 'Please confirm with your authenticator app first.'],
      [422, 'same_password', 'Please choose a password that differs from the old one.'],
      [422, 'weak_password', 'This password is too easy to guess. Please choose a longer one.'],
      [400, 'reauthentication_needed', 'Please enter the code that we emailed you.'],
      [422, 'reauthentication_not_valid', 'This code is wrong or has expired.'],
      [429, 'over_request_rate_limit', 'Too many attempts.'],
    ]
    for (const [status, error_code, sentence] of refusals) {
      const body = { code: status, error_code, msg: 'for developers', weak_password: {} }
      const { client } = browser({ status, body })
      const refused = await changePassword(client, { password: 'abacus' }).catch((e) => e)
      expect(refused, error_code).toMatchObject({ code: error_code })
      expect(passwordMessage(refused)).toContain(sentence)
    }
  })

  it('requires a signed-in person', async () => {
    const { client, sent } = browser({}, false)
    const refused = await changePassword(client, { password: 'abacus' }).catch((e) => e)
    expect(passwordMessage(refused)).toBe('Not Authenticated')
    await expect(sendPasswordNonce(client)).rejects.toBeInstanceOf(DataError)
    expect(sent).toEqual([])
  })

  it('can request a mail with a code', async () => {
    const { client, sent } = browser()
    await sendPasswordNonce(client)
    expect(sent.map(({ path }) => path)).toEqual(['reauthenticate'])
  })
})
