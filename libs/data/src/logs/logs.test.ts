import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { LOGS_KEY } from '../device/store'
import type { LogLevel } from './log'
import { REDACTED, redact, redactText } from './redact'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U'

describe('redactText', () => {
  it.each([
    [`token was ${JWT}!`, JWT],
    [`cut off ${JWT.slice(0, 60)}`, JWT.slice(0, 40)],
    [`Authorization: Bearer ${JWT}`, JWT],
    ['authorization: bearer abc.def-ghi', 'abc.def'],
    ['sent with Basic dXNlcjpwYXNz', 'dXNlcjpwYXNz'],
    ['GET https://x.test/rest/v1/invites?token=eq.3f2a&select=id', '3f2a'],
    ['opened /reset-password#access_token=abc&refresh_token=xyz&type=recovery', 'xyz'],
    ['opened /app?code=1234-5678', '1234-5678'],
    ['opened /invite/0f8fad5b-d9cb-469f-a165-70867728950e now', '0f8fad5b'],
    ['/reset-password/pkce_0a1b2c and more', 'pkce_0a1b2c'],
    ['/confirm-email/pkce_0a1b2c and more', 'pkce_0a1b2c'],
    ['postgres://admin:hunter2@db.test/x', 'hunter2'],
    ['password=hunter2', 'hunter2'],
    ['{"password":"hunter 2","x":1}', 'hunter'],
    ["new_password: 'hunter 2'", 'hunter'],
    ['apikey: sb_publishable_abcdef', 'sb_publishable_abcdef'],
    ['key sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz was used', 'N7UND0UgjKTVK'],
    ['hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '9f86d081'],
    ['mail to ada.lovelace+x@sub.example.org failed', 'ada.lovelace'],
    ['mail to ada%40example.org failed', 'ada%40'],
    ['mail to jürgen@müller.example failed', 'jürgen'],
    ['Key (email)=(kim@example.org) already exists', 'kim@'],
  ])('removes the secret from: %s', (text, secret) => {
    expect(redactText(text)).not.toContain(secret)
    expect(redactText(text)).toContain(REDACTED)
  })

  it.each([
    'GET /rest/v1/rpc/library was answered 503',
    'Course 0f8fad5b-d9cb-469f-a165-70867728950e not found',
    'TypeError: Cannot read properties of undefined (reading "title")',
    'at CourseList (http://localhost:4300/admin/assets/list-BxY12.js:10:22)',
    'Failed to load courses',
  ])('keeps a harmless text: %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it('takes little time for hostile texts', () => {
    const started = performance.now()
    for (const text of [
      'eyJ'.repeat(1e5),
      '&a='.repeat(1e5),
      'a@'.repeat(1e5),
      '"'.repeat(1e5),
      `${'a-'.repeat(1e5)}1`,
    ]) {
      redactText(text)
    }
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('redact', () => {
  it('removes secrets by their names at any depth, and by their format under any name', () => {
    expect(
      redact({
        user: { id: 7, email: 'a@b.example', Phone: '+49', note: 'write to a@b.example' },
        headers: [{ Authorization: 'x', 'X-Api-Key': 'y', accept: 'json' }],
        session: { access_token: JWT },
        list: [JWT, 'fine'],
        newPassword: 'x',
        refresh_token: null,
      }),
    ).toEqual({
      user: { id: 7, email: REDACTED, Phone: REDACTED, note: `write to ${REDACTED}` },
      headers: [{ Authorization: REDACTED, 'X-Api-Key': REDACTED, accept: 'json' }],
      session: REDACTED,
      list: [REDACTED, 'fine'],
      newPassword: REDACTED,
      refresh_token: REDACTED,
    })
  })

  it('converts errors with their causes, maps, headers and URLs to plain data', () => {
    const error = new Error('no mail to a@b.example', { cause: new Error(`Bearer ${JWT}`) })
    expect(redact(Object.assign(error, { code: '42501' }))).toMatchObject({
      name: 'Error',
      message: `no mail to ${REDACTED}`,
      code: '42501',
      stack: expect.not.stringContaining('a@b.example'),
      cause: { message: `Bearer ${REDACTED}` },
    })
    expect(
      redact(
        new Map([
          ['token', 'x'],
          ['a', 'b'],
        ]),
      ),
    ).toEqual({ token: REDACTED, a: 'b' })
    expect(redact(new Headers({ authorization: 'x', accept: 'y' }))).toEqual({
      authorization: REDACTED,
      accept: 'y',
    })
    expect(redact(new URL('https://x.test/a?token=b'))).toBe(`https://x.test/a?token=${REDACTED}`)
  })

  it('never throws', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(redact(circle)).toEqual({ self: '[circular]' })
    expect(
      redact({
        get bad() {
          throw new Error('no')
        },
      }),
    ).toBe('[unreadable]')
    expect(redact([1n, () => 1, Symbol('x'), undefined, null, Number.NaN])).toEqual([
      '1',
      '[function]',
      '[symbol]',
      undefined,
      null,
      Number.NaN,
    ])
    expect(JSON.stringify(redact({ a: { b: { c: { d: { e: { f: { g: 1 } } } } } } }))).toContain(
      '[deep]',
    )
    expect((redact(Array(1000).fill(1)) as unknown[]).length).toBe(50)
    expect(String(redact('x '.repeat(5000))).length).toBeLessThan(2100)
  })
})

/** Creates a storage with a size limit. */
function storage(room: number) {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, value)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
}

describe('the log store', () => {
  beforeEach(() => {
    vi.resetModules()
    vi.stubGlobal('addEventListener', () => undefined)
  })
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** Loads the application's modules and the writer again, as another page would. */
  async function page() {
    vi.resetModules()
    return { ...(await import('./log')), ...(await import('./log-store')) }
  }

  it('stores entries that were written before it was loaded, without secrets, newest first', async () => {
    vi.stubGlobal('localStorage', storage(1e6))
    vi.useFakeTimers({ now: 1000 })
    const { log, startLogging, flush, readLogs } = await page()
    log('error', 'api', 'to a@b.example', { token: 'x' })
    vi.setSystemTime(2000)
    startLogging()
    log('info', 'portal', 'later')
    await flush()
    expect(readLogs()).toMatchObject([
      { level: 'info', message: 'later', timestamp: 2000 },
      {
        level: 'error',
        context: 'api',
        message: `to ${REDACTED}`,
        timestamp: 1000,
        metadata: { token: REDACTED },
      },
    ])
    expect(readLogs({ level: 'error' })).toHaveLength(1)
    expect(readLogs({ limit: 1 })).toHaveLength(1)
  })

  it('stores the newest thousand entries, and buffers at most a hundred before it is loaded', async () => {
    vi.stubGlobal('localStorage', storage(1e7))
    const { log, startLogging, flush, readLogs, logStatistics } = await page()
    for (let i = 0; i < 150; i += 1) log('debug', 'x', `${i}`)
    startLogging()
    await flush()
    expect(readLogs({ limit: 9999 })).toHaveLength(100)
    expect(readLogs({ limit: 9999 }).map(({ message }) => message)).toContain('149')
    for (let i = 0; i < 1100; i += 1) log('info', 'x', `n${i}`)
    await flush()
    expect(readLogs({ limit: 9999 })).toHaveLength(1000)
    expect(logStatistics(Date.now()).byLevel).toEqual({ error: 0, warn: 0, info: 1000, debug: 0 })
  })

  it('loses no entry if two tabs write at the same time', async () => {
    vi.stubGlobal('localStorage', storage(1e6))
    let last: Promise<unknown> = Promise.resolve()
    const request = (_: string, work: () => void) => {
      last = last.then(work)
      return last
    }
    vi.stubGlobal('navigator', { locks: { request } })
    const [one, other] = [await page(), await page()]
    one.startLogging()
    other.startLogging()
    for (let i = 0; i < 20; i += 1) {
      one.log('info', 'one', `${i}`)
      other.log('info', 'other', `${i}`)
      await Promise.all([one.flush(), other.flush()])
    }
    expect(one.readLogs()).toHaveLength(40)
  })

  it('stores fewer entries if there is little room, and none if there is none', async () => {
    const small = storage(3000)
    vi.stubGlobal('localStorage', small)
    const { log, startLogging, flush, readLogs } = await page()
    startLogging()
    for (let i = 0; i < 100; i += 1) log('error', 'x', `message ${i}`)
    await flush()
    const kept = readLogs({ limit: 9999 })
    expect(kept.length).toBeGreaterThan(5)
    expect(kept.some(({ message }) => message === 'message 99')).toBe(true)
    // The storage is full, so this entry replaces the oldest one.
    log('error', 'x', 'message AA')
    await flush()
    expect(readLogs({ limit: 9999 })).toHaveLength(kept.length)
  })

  it('deletes the oldest entries one by one if texts are long', async () => {
    vi.stubGlobal('localStorage', storage(1e7))
    const { log, startLogging, flush, readLogs } = await page()
    startLogging()
    for (let i = 0; i < 900; i += 1) log('error', 'x', `${i} ${'long '.repeat(300)}`)
    await flush()
    const kept = readLogs({ limit: 9999 }).length
    expect(kept).toBeGreaterThan(200)
    expect(kept).toBeLessThan(900)
    log('error', 'x', `900 ${'long '.repeat(300)}`)
    await flush()
    expect(readLogs({ limit: 9999 })).toHaveLength(kept)
    expect(readLogs({ limit: 1 })[0]?.message).toMatch(/^(899|900) /)
  })

  it.each([
    [
      'forbidden',
      new Proxy(
        {},
        {
          get: () => () => {
            throw new DOMException('no', 'SecurityError')
          },
        },
      ),
    ],
    ['full', storage(0)],
    ['missing', undefined],
  ])('throws no error if the storage is %s', async (_, broken) => {
    vi.stubGlobal('localStorage', broken)
    const { log, startLogging, flush, readLogs, clearLogs, forgetLogs, logStatistics } =
      await page()
    startLogging()
    log('error', 'x', 'y')
    await flush()
    expect(readLogs()).toEqual([])
    await clearLogs()
    forgetLogs()
    expect(logStatistics(0).total).toBe(0)
  })

  it('ignores invalid entries that other code has stored', async () => {
    const odd = storage(1e6)
    vi.stubGlobal('localStorage', odd)
    const { log, startLogging, flush, readLogs } = await page()
    startLogging()
    for (const text of [
      '{',
      '7',
      'null',
      '[1, null, {"id":"a","level":"loud","context":"","message":"","timestamp":1}]',
    ]) {
      odd.kept.set(LOGS_KEY, text)
      expect(readLogs()).toEqual([])
    }
    log('info', 'x', 'y')
    await flush()
    expect(readLogs()).toHaveLength(1)
  })

  it('deletes all entries at sign-out, also those that were not stored yet', async () => {
    const kept = storage(1e6)
    vi.stubGlobal('localStorage', kept)
    const { log, startLogging, flush, forgetLogs, readLogs } = await page()
    startLogging()
    log('error', 'x', 'before')
    await flush()
    log('error', 'x', 'on its way')
    forgetLogs()
    await flush()
    expect(kept.kept.has(LOGS_KEY)).toBe(false)
    log('error', 'x', 'after')
    await flush()
    expect(readLogs().map(({ message }) => message)).toEqual(['after'])
  })

  it('deletes the entries of one level or all, and counts the errors of the last hour', async () => {
    vi.stubGlobal('localStorage', storage(1e6))
    vi.useFakeTimers({ now: 10_000_000 })
    const { log, startLogging, flush, clearLogs, logStatistics } = await page()
    startLogging()
    for (const level of ['error', 'error', 'warn', 'info'] satisfies LogLevel[])
      log(level, 'x', 'old')
    await flush()
    vi.setSystemTime(20_000_000)
    log('error', 'x', 'new')
    log('warn', 'x', 'new')
    await flush()
    expect(logStatistics(20_000_000)).toEqual({
      total: 6,
      byLevel: { error: 3, warn: 2, info: 1, debug: 0 },
      recentErrors: 1,
      recentWarnings: 1,
    })
    await clearLogs('error')
    expect(logStatistics(20_000_000).byLevel).toMatchObject({ error: 0, warn: 2 })
    await clearLogs()
    expect(logStatistics(20_000_000).total).toBe(0)
  })
})

describe('a failed request', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is logged only with method, path and status, and not at all if a screen has aborted it', async () => {
    vi.resetModules()
    const { loggedFetch } = await import('./log')
    const { attachLogWriter } = await import('./log')
    const written: string[] = []
    attachLogWriter({
      write: (records) =>
        void written.push(...records.map(({ level, message }) => `${level} ${message}`)),
      forget: () => undefined,
    })
    const answer = (status: number) =>
      vi.stubGlobal('fetch', async () => new Response(null, { status }))
    const url = 'https://p.test/rest/v1/rpc/x?email=eq.a%40b.example#token=t'
    answer(200)
    await loggedFetch(url)
    answer(403)
    await loggedFetch(new URL(url), { method: 'POST' })
    answer(503)
    await loggedFetch(new Request(url))
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    await expect(loggedFetch(url)).rejects.toThrow('Failed to fetch')
    await expect(loggedFetch(url, { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(written).toEqual([
      'warn POST /rest/v1/rpc/x was answered 403',
      'error GET /rest/v1/rpc/x was answered 503',
      'error GET /rest/v1/rpc/x got no answer',
    ])
  })
})
