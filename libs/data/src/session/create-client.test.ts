import type { SupportedStorage } from '@supabase/auth-js'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { clockAhead, learnServerTime, serverNow } from '../server-clock'
import { mapStorage } from '../testing/memory-storage'
import { createDataClient } from './create-client'
import { resetRenewal } from './renewal'
import { signOut } from './sign-out'

interface Call {
  path: string
  token: string | null
  apikey: string | null
  /** Whether the request continues after the page was closed. */
  outlives: boolean | undefined
}

const HOUR = 3600

function memory(session?: { token: string; secondsLeft: number }): SupportedStorage {
  const items = new Map<string, string>()
  if (session) {
    items.set(
      'rookies-auth',
      JSON.stringify({
        access_token: session.token,
        refresh_token: `${session.token}-refresh`,
        token_type: 'bearer',
        expires_in: session.secondsLeft,
        expires_at: Math.floor(Date.now() / 1000) + session.secondsLeft,
        user: { id: 'u1', email: 'member@rookies.test' },
      }),
    )
  }
  return mapStorage(items)
}

/** Mocks a server that accepts only the token `good`, and returns it when a session is refreshed. */
function server(good: string, refresh: () => Response | Promise<Response> = () => session(good)) {
  const calls: Call[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const path = new URL(input instanceof Request ? input.url : input).pathname
    const headers = new Headers(init?.headers)
    const token = headers.get('authorization')?.replace('Bearer ', '') ?? null
    calls.push({ path, token, apikey: headers.get('apikey'), outlives: init?.keepalive })
    if (path.startsWith('/auth/')) return refresh()
    if (token !== good) return json({ code: 'PGRST301', message: 'JWT expired' }, 401)
    return json([])
  })
  return calls
}

function session(token: string, more: object = {}): Response {
  return json({
    ...more,
    access_token: token,
    refresh_token: `${token}-refresh`,
    token_type: 'bearer',
    expires_in: HOUR,
    user: { id: 'u1', email: 'member@rookies.test' },
  })
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

const client = (storage: SupportedStorage, onEnded?: () => void) =>
  createDataClient({ url: 'http://project.test/', key: 'anon-key', storage, onEnded })

const rest = (calls: Call[]) => calls.filter((call) => call.path.startsWith('/rest/v1/'))
const refreshes = (calls: Call[]) => calls.filter((call) => call.path === '/auth/v1/token')

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  resetRenewal()
})

describe('createDataClient', () => {
  it('sends requests without a token for a visitor', async () => {
    const calls = server('anon-key')
    await client(memory()).rpc('boot')
    expect(calls).toEqual([{ path: '/rest/v1/rpc/boot', token: 'anon-key', apikey: 'anon-key' }])
  })

  it('sends requests with the token of the signed-in person', async () => {
    const calls = server('current')
    const { error } = await client(memory({ token: 'current', secondsLeft: HOUR })).rpc('library')
    expect(error).toBeNull()
    expect(rest(calls)).toEqual([
      { path: '/rest/v1/rpc/library', token: 'current', apikey: 'anon-key' },
    ])
  })

  it('sends a request that marks a notification as read so that it continues after the page was closed', async () => {
    const calls = server('fresh')
    const db = client(memory({ token: 'fresh', secondsLeft: HOUR }))
    await db.rpc('mark_notification_read', { notification_id: 'n1' })
    await db.rpc('notification_feed', { size: 1 })
    expect(rest(calls).map(({ outlives }) => outlives)).toEqual([true, undefined])
  })

  it('refreshes an expired token before it sends a request', async () => {
    const calls = server('fresh')
    const { error } = await client(memory({ token: 'old', secondsLeft: 5 })).rpc('library')
    expect(error).toBeNull()
    expect(rest(calls).map((call) => call.token)).toEqual(['fresh'])
    expect(refreshes(calls)).toHaveLength(1)
  })

  it.each([2 * HOUR, -2 * HOUR, 26 * HOUR])(
    "treats a new session as valid while this device's clock is %i seconds ahead",
    async (ahead) => {
      const real = Date.now()
      const good = 'good'
      const end = { expires_at: Math.floor(real / 1000) + HOUR }
      const calls = server(good, () => session(good, end))
      vi.useFakeTimers({ toFake: ['Date'], now: real + ahead * 1000 })
      const data = client(memory({ token: 'old', secondsLeft: -1 }))
      for (let i = 0; i < 3; i += 1) await data.from('courses').select()
      expect(refreshes(calls)).toHaveLength(1)
      expect(rest(calls).map(({ token }) => token)).toEqual([good, good, good])
      expect(Math.abs(serverNow() - real)).toBeLessThan(2000)
      expect(Math.round(clockAhead() / 1000)).toBeCloseTo(ahead, -1)

      // By the corrected clock, the token seems to be valid for longer than the server accepts it.
      vi.setSystemTime(real + 1.5 * HOUR * 1000)
      const later = 'later'
      const after = server(later, () => session(later))
      await data.from('courses').select()
      expect(refreshes(after)).toHaveLength(1)
      expect(rest(after).at(-1)?.token).toBe(later)
    },
  )

  it('does not read the server’s time from a session without an expiry', async () => {
    learnServerTime(Date.now())
    const calls = server('good', () => session('good', { expires_at: undefined }))
    const data = client(memory({ token: 'old', secondsLeft: -1 }))
    await data.from('courses').select()
    expect(refreshes(calls)).toHaveLength(1)
    expect(Math.abs(serverNow() - Date.now())).toBeLessThan(2000)
  })

  it('refreshes the token and repeats the request once if the server says that the token has expired', async () => {
    const calls = server('fresh')
    const { error } = await client(memory({ token: 'stale', secondsLeft: HOUR })).rpc('library')
    expect(error).toBeNull()
    expect(rest(calls).map((call) => call.token)).toEqual(['stale', 'fresh'])
    expect(refreshes(calls)).toHaveLength(1)
  })

  it('refreshes the token only once for requests that are refused at the same time', async () => {
    const calls = server('fresh')
    const data = client(memory({ token: 'stale', secondsLeft: HOUR }))
    const answers = await Promise.all([data.rpc('library'), data.rpc('boot'), data.rpc('library')])
    expect(answers.every((answer) => answer.error === null)).toBe(true)
    expect(refreshes(calls)).toHaveLength(1)
    expect(rest(calls)).toHaveLength(6)
  })

  it('returns a second refusal without another attempt', async () => {
    const calls = server('unknown-token', () => session('also-bad'))
    const { error } = await client(memory({ token: 'stale', secondsLeft: HOUR })).rpc('library')
    expect(error?.code).toBe('PGRST301')
    expect(rest(calls)).toHaveLength(2)
  })

  it('deletes a session that Auth refuses to refresh, even if its token is still valid', async () => {
    const refusal = { error_code: 'session_not_found', msg: 'Session not found' }
    const calls = server('fresh', () => json(refusal, 403))
    const storage = memory({ token: 'stale', secondsLeft: HOUR })
    const heldWhenTold: unknown[] = []
    const data = client(storage, () => heldWhenTold.push(storage.getItem('rookies-auth')))
    const events: string[] = []
    data.auth.onAuthStateChange((event) => void events.push(event))
    const answers = await Promise.all([data.rpc('library'), data.rpc('boot')])
    expect(answers.map(({ status }) => status)).toEqual([401, 401])
    expect(heldWhenTold).toEqual([expect.stringContaining('stale')])
    expect(storage.getItem('rookies-auth')).toBeNull()
    expect(events.filter((event) => event === 'SIGNED_OUT')).toHaveLength(1)
    expect(refreshes(calls)).toHaveLength(1)
  })

  it('does not report a refusal while the person signs out', async () => {
    let answerLogout: (response: Response) => void = () => undefined
    const logout = new Promise<Response>((resolve) => {
      answerLogout = resolve
    })
    const calls = server('fresh', () => logout)
    const storage = memory({ token: 'ended', secondsLeft: HOUR })
    const onEnded = vi.fn()
    const data = client(storage, onEnded)
    const left = signOut(data, new QueryClient())
    await vi.waitFor(() => expect(calls).toHaveLength(1))
    const read = Promise.resolve(data.rpc('library'))
    await vi.waitFor(() => expect(rest(calls)).toHaveLength(1))
    answerLogout(new Response(null, { status: 204 }))
    await left
    expect((await read).status).toBe(401)
    expect(onEnded).not.toHaveBeenCalled()
    expect(refreshes(calls)).toEqual([])
  })

  it('keeps the session if Auth only has a temporary problem', async () => {
    const busy = { error_code: 'over_request_rate_limit', msg: 'Not now' }
    vi.useFakeTimers()
    server('fresh', () => json(busy, 429))
    const storage = memory({ token: 'stale', secondsLeft: HOUR })
    const onEnded = vi.fn()
    const answer = Promise.resolve(client(storage, onEnded).rpc('library'))
    await vi.advanceTimersByTimeAsync(5_000)
    // Auth has not ended the session, so the result is the same as without an answer.
    expect((await answer).status).toBe(0)
    vi.useRealTimers()
    expect(storage.getItem('rookies-auth')).toContain('stale')
    expect(onEnded).not.toHaveBeenCalled()
  })

  it('uses a token that another tab has refreshed meanwhile', async () => {
    const storage = memory({ token: 'stale', secondsLeft: HOUR })
    const theirs = memory({ token: 'fresh', secondsLeft: HOUR }).getItem('rookies-auth')
    const calls = server('fresh', () => {
      storage.setItem('rookies-auth', String(theirs))
      return json({ error_code: 'refresh_token_already_used', msg: 'Used' }, 400)
    })
    const { error } = await client(storage).rpc('library')
    expect(error).toBeNull()
    expect(rest(calls).map((call) => call.token)).toEqual(['stale', 'fresh'])
  })

  it('does not replace the token of a request that has its own', async () => {
    const calls = server('current')
    const data = client(memory({ token: 'current', secondsLeft: HOUR }))
    const { status } = await data.rpc('boot').setHeader('Authorization', 'Bearer gone')
    expect(status).toBe(401)
    expect(calls).toEqual([
      { path: '/rest/v1/rpc/boot', token: 'gone', apikey: 'anon-key', outlives: true },
    ])
  })

  it('fails if Auth does not answer, instead of sending the request as a visitor', async () => {
    vi.useFakeTimers()
    // Auth's client logs each failed attempt to the console.
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      const calls = server('fresh', () => Promise.reject(new TypeError('fetch failed')))
      const pending = client(memory({ token: 'old', secondsLeft: -5 })).rpc('library')
      const answer = Promise.resolve(pending)
      await vi.advanceTimersByTimeAsync(120_000)
      expect((await answer).status).toBe(0)
      expect(rest(calls)).toEqual([])
    } finally {
      vi.useRealTimers()
      vi.restoreAllMocks()
    }
  })
})
