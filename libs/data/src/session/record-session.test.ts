import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mapStorage } from '../testing/memory-storage'
import { createDataClient } from './create-client'
import { signInWithCode } from './secure-code'
import { exchangeCode, signIn } from './sign-in'
import { signOut } from './sign-out'

const user = { id: 'ada', email: 'ada@rookies.test' }
const session = { access_token: 'a.b.c', refresh_token: 'r', expires_in: 3600, user }

/** Creates a browser whose requests to record a session get the given answer. */
function browser(record: () => Response | Promise<Response>, logout = 204) {
  const kept = new Map([['rookies-auth-code-verifier', JSON.stringify('verifier')]])
  const reports: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const path = new URL(url).pathname
    if (path === '/auth/v1/logout') {
      return new Response(logout === 204 ? null : '{"msg":"down"}', { status: logout })
    }
    if (path.startsWith('/auth/')) return new Response(JSON.stringify(session))
    const token = new Headers(init.headers).get('Authorization')
    reports.push({ path, body: JSON.parse(String(init.body)), token, keepalive: init.keepalive })
    return record()
  })
  const client = createDataClient({
    url: 'http://project.test',
    key: 'k',
    storage: mapStorage(kept),
  })
  return { client, queries: new QueryClient(), reports, kept }
}

const report = (event: string) => ({
  path: '/rest/v1/rpc/record_session',
  body: { event },
  token: 'Bearer a.b.c',
  keepalive: true,
})
const credentials = { email: user.email, password: 'abacus' }
const done = () => new Response(null, { status: 204 })
const never = () => new Promise<Response>(() => undefined)

afterEach(() => vi.unstubAllGlobals())

describe('the audit record of a session', () => {
  it('is sent when a session begins, however the person has signed in', async () => {
    const { client, queries, reports } = browser(done)
    await exchangeCode(client, queries, 'c')
    await signIn(client, queries, credentials)
    await signInWithCode(client, queries, user.email, '123456')
    expect(reports).toEqual([report('login'), report('login'), report('login')])
  })

  it('is sent when a session has ended, with its token', async () => {
    const { client, queries, reports } = browser(done)
    await signIn(client, queries, credentials)
    await signOut(client, queries)
    expect(reports).toEqual([report('login'), report('logout')])
  })

  it('is not sent if signing out failed and the session continues', async () => {
    const { client, queries, reports, kept } = browser(done, 500)
    await signIn(client, queries, credentials)
    await expect(signOut(client, queries)).rejects.toThrow()
    expect(reports).toEqual([report('login')])
    expect(kept.has('rookies-auth')).toBe(true)
  })

  it.each([
    ['is never answered', never],
    ['fails', () => Promise.reject(new TypeError('fetch failed'))],
    ['is refused', () => new Response('{"code":"42501"}', { status: 403 })],
    ['meets a token that is refused', () => new Response('{}', { status: 401 })],
  ])('delays nobody and causes no error if the request %s', async (_what, record) => {
    const { client, queries, kept } = browser(record)
    await signIn(client, queries, credentials)
    expect(kept.has('rookies-auth')).toBe(true)
    await signOut(client, queries)
    expect(kept.has('rookies-auth')).toBe(false)
  })
})
