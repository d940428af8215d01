import { describe, expect, it } from 'vitest'
import { readCallback } from './callback'
import { cleanAddressScript } from './clean-address-plugin'

/** Returns the content of a link; without a proof if the link has none. */
function read(path: string) {
  const { proof, ...rest } = readCallback(`https://rookies.test${path}`)
  return proof ? { ...rest, proof } : rest
}

const tokens = 'access_token=a.b.c&refresh_token=r&token_type=bearer'

describe('readCallback', () => {
  it('finds a recovery session in the fragment', () => {
    expect(read(`/reset-password#${tokens}&type=recovery`)).toEqual({
      callback: { kind: 'tokens', accessToken: 'a.b.c', refreshToken: 'r' },
      path: '/reset-password',
    })
  })

  it.each(['signup', 'magiclink', 'invite', ''])('refuses a session of type "%s"', (type) => {
    expect(read(`/reset-password#${tokens}&type=${type}`)).toEqual({
      callback: { kind: 'refused' },
      path: '/reset-password',
    })
  })

  it('refuses an incomplete session', () => {
    expect(read('/reset-password#access_token=a.b.c&type=recovery').callback).toEqual({
      kind: 'refused',
    })
  })

  it.each(['/', '/login?from=%2Finvite%2F1', '/app/dashboard', '/invite/1'])(
    'drops a session that was put into the address of %s',
    (path) => {
      expect(read(`${path}#${tokens}&type=recovery`)).toEqual({ callback: null, path })
      expect(read(`${path}#/?${tokens}`)).toEqual({ callback: null, path })
      const sign = path.includes('?') ? '&' : '?'
      expect(read(`${path}${sign}${tokens}&type=recovery`)).toEqual({ callback: null, path })
    },
  )

  it('finds a code, and keeps the destination for after signing in', () => {
    expect(read('/login?from=%2Finvite%2F1&code=abc')).toEqual({
      callback: { kind: 'code', code: 'abc' },
      path: '/login?from=%2Finvite%2F1',
    })
    expect(read('/reset-password?code=abc')).toEqual({
      callback: { kind: 'code', code: 'abc' },
      path: '/reset-password',
    })
  })

  it('reads the token of an invite’s mail only on the screen of an invite', () => {
    expect(read('/invite/t1?utm=mail#proof=0a1b')).toEqual({
      callback: null,
      proof: { token: 't1', secret: '0a1b' },
      path: '/invite/t1?utm=mail',
    })
    for (const path of ['/signup?token=t1', '/', '/login', '/app/courses/git', '/invites/t1']) {
      expect(read(`${path}#proof=0a1b`)).toEqual({ callback: null, path })
    }
    // A proof in the query was already sent with requests, so it is dropped and not accepted.
    expect(read('/invite/t1?proof=0a1b')).toEqual({ callback: null, path: '/invite/t1' })
    expect(read(`/login?from=${encodeURIComponent('/invite/t1?proof=0a1b')}`)).toEqual({
      callback: null,
      path: '/login?from=%2Finvite%2Ft1',
    })
  })

  it('finds a token hash in the path', () => {
    expect(read('/reset-password/pkce_12ab')).toEqual({
      callback: { kind: 'hash', tokenHash: 'pkce_12ab' },
      path: '/reset-password',
    })
    expect(read('/confirm-email/pkce_12ab')).toEqual({
      callback: { kind: 'hash', tokenHash: 'pkce_12ab' },
      path: '/confirm-email',
    })
    expect(read(`/confirm-email#${tokens}&type=recovery`)).toEqual({
      callback: null,
      path: '/confirm-email',
    })
    expect(read('/reset-password/%E0%A4%A').callback).toEqual({
      kind: 'hash',
      tokenHash: '%E0%A4%A',
    })
  })

  it.each(['?error=access_denied&error_code=otp_expired', '#error=access_denied'])(
    'reports that Auth has refused a link: %s',
    (end) => {
      expect(read(`/login${end}`)).toEqual({ callback: { kind: 'refused' }, path: '/login' })
      expect(read(`/reset-password${end}`).callback).toEqual({ kind: 'refused' })
    },
  )

  it.each([
    '/',
    '/login',
    '/login?from=%2Fapp',
    '/reset-password',
    '/signup?token=1',
    '/courses/git#code',
    '/courses/git#proof-of-work',
    '/admin/notifications?q=a&type=error',
  ])('leaves %s unchanged', (path) => {
    expect(read(path)).toEqual({ callback: null, path })
  })

  it.each([
    ['/courses/git?code=1#top', '/courses/git#top'],
    ['/admin?code=1&page=2', '/admin?page=2'],
    ['/app/dashboard?token_hash=h&type=signup&token=t', '/app/dashboard'],
    [`/login?from=${encodeURIComponent(`/admin#${tokens}`)}`, '/login?from=%2Fadmin'],
    [`/login?from=${encodeURIComponent(encodeURIComponent(`/admin#${tokens}`))}`, '/login'],
  ])('removes parameters that no screen accepts: %s', (path, kept) => {
    expect(read(path)).toEqual({ callback: null, path: kept })
  })
})

describe("the script in the page's head", () => {
  /** Returns the address and the content of the link after a visit to a path. */
  function arrive(path: string) {
    const url = new URL(path, 'https://rookies.test')
    const page = {
      window: { rookiesCallbackAddress: undefined },
      location: url,
      history: { replaceState },
    }
    let shown = path
    function replaceState(_state: unknown, _title: string, next: string) {
      shown = next
    }
    new Function(...Object.keys(page), cleanAddressScript())(...Object.values(page))
    return { shown, kept: page.window.rookiesCallbackAddress }
  }

  it.each([
    `/login?from=%2Fadmin%23${encodeURIComponent(tokens)}`,
    `/admin#${tokens}`,
    `/admin?${tokens}`,
    '/login?code=1',
    '/login#error=access_denied',
    '/invite/t1#proof=0a1b',
    '/invite/t1?utm=mail&proof=0a1b',
    '/reset-password/pkce_12ab',
    '/confirm-email/pkce_12ab',
    '/app/dashboard?page=2&token_hash=h&type=signup',
    '/app/dashboard?page=2&token=h&type=signup',
  ])('keeps only the path of %s, and passes the rest to captureCallback', (path) => {
    const { shown, kept } = arrive(path)
    expect(shown).toBe(path.replace(/[?#].*|\/pkce.*/, ''))
    expect(kept).toBe(`https://rookies.test${path}`)
  })

  it.each([
    '/',
    '/login?from=%2Fapp',
    '/reset-password',
    '/signup?token=1',
    '/courses/git?tab=1#top',
  ])('leaves %s unchanged', (path) =>
    expect(arrive(path)).toEqual({ shown: path, kept: undefined }),
  )
})
