import {
  AuthApiError,
  AuthInvalidTokenResponseError,
  AuthRetryableFetchError,
  AuthUnknownError,
} from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import {
  DataError,
  DEFAULT_ERROR_MESSAGE,
  errorFromAnswer,
  expectRow,
  expectRows,
  fromAuthError,
  isTransient,
  toDataError,
  unwrap,
} from './errors'

const ok = <T>(data: T) => ({
  success: true as const,
  error: null,
  data,
  count: null,
  status: 200,
  statusText: 'OK',
})

const failed = (status: number, code: string, message: string) => ({
  success: false as const,
  error: {
    name: 'PostgrestError',
    code,
    message,
    details: '',
    hint: '',
    toJSON: () => ({ name: 'PostgrestError', code, message, details: '', hint: '' }),
  },
  data: null,
  count: null,
  status,
  statusText: '',
})

const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return error instanceof DataError ? error.code : 'not a DataError'
  }
  return 'nothing thrown'
}

describe('unwrap', () => {
  it('returns the data, also null', () => {
    expect(unwrap(ok([1]))).toEqual([1])
    expect(unwrap(ok(null))).toBeNull()
  })

  it('keeps code, hint and message if our own SQL has refused', () => {
    const body = { code: 'PT409', message: 'This invite is closed.', hint: 'INVITE_CLOSED' }
    const known = { ...body, status: 409 }
    expect(errorFromAnswer({ ...body, details: 'x' }, 409)).toMatchObject(known)
    expect(
      errorFromAnswer({ code: '42501', message: 'You may not invite people.' }, 403),
    ).toMatchObject({ code: '42501', message: 'You may not invite people.', status: 403 })
    expect(errorFromAnswer({ code: '42501', message: 'Not authenticated' }, 401).message).toBe(
      'Not authenticated',
    )
    const refusal = failed(403, '42501', 'You may not read the audit.')
    expect(() => unwrap(refusal)).toThrow('You may not read the audit.')
  })

  it.each([
    [409, '23505', 'duplicate key value violates unique constraint "courses_slug_key"'],
    [400, '22P02', 'invalid input syntax for type uuid: "x"'],
    [403, '42501', 'permission denied for table profiles'],
    [404, 'PGRST202', 'Could not find the function public.nothing'],
    [400, '23514', 'new row for relation "invites" violates check constraint'],
  ])('keeps PostgreSQL’s code but not its message: %i %s', (status, code, message) => {
    const body = { code, message, hint: 'Perhaps you meant…', details: 'Failing row contains (x)' }
    const error = errorFromAnswer(body, status)
    expect(error).toMatchObject({ code, status, message: DEFAULT_ERROR_MESSAGE, hint: undefined })
    expect(JSON.stringify({ ...error })).not.toContain('Failing row')
    expect(isTransient(error)).toBe(false)
  })

  it('gives a missing answer the code NETWORK', () => {
    const silence = failed(0, '', 'TypeError: fetch failed')
    expect(codeOf(() => unwrap(silence))).toBe('NETWORK')
    expect(() => unwrap(silence)).toThrow('An unexpected error occurred')
  })

  it.each([
    ['the HTML of a gateway', 502, { message: '<html>bad gateway</html>' }],
    ['HTML that is called a refusal', 404, { message: '<html>not found</html>' }],
    ['a truncated answer', 200, { message: '[{"id": "c0' }],
    ['JSON without a code', 400, { message: 'no Route matched with those values' }],
    ['JSON that is no object', 400, 'null'],
  ])('gives %s the code BUSY and our own message', (_, status, body) => {
    const error = errorFromAnswer(body, status)
    expect(error).toMatchObject({ code: 'BUSY', status, message: DEFAULT_ERROR_MESSAGE })
    expect(isTransient(error)).toBe(true)
  })

  it('isTransient() is true for temporary failures of a server', () => {
    const lost = (status: number, code: string) =>
      isTransient(errorFromAnswer({ code, message: 'x' }, status))
    expect([500, 503, 504, 408, 429].map((status) => lost(status, 'X'))).not.toContain(false)
    expect([400, 401, 403, 404, 409, 422].map((status) => lost(status, 'X'))).not.toContain(true)
    const faults = ['54000', '54001', '21000', '42P17']
    expect(faults.flatMap((code) => [lost(400, code), lost(500, code)])).not.toContain(true)
    expect(errorFromAnswer({ code: 'PT429', message: 'Not so fast.' }, 429).message).toBe(
      'Not so fast.',
    )
  })
})

describe('expectRows and expectRow', () => {
  it('throws DENIED if a write changed no row', () => {
    expect(codeOf(() => expectRows(ok([])))).toBe('DENIED')
    expect(codeOf(() => expectRow(ok([])))).toBe('DENIED')
  })

  it('returns the written rows', () => {
    expect(expectRows(ok([1, 2]))).toEqual([1, 2])
    expect(expectRow(ok([{ id: 'a' }]))).toEqual({ id: 'a' })
  })
})

describe('fromAuthError', () => {
  it('keeps Auth’s code and message', () => {
    const error = fromAuthError(
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    )
    expect(error).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      status: 400,
    })
  })

  it.each([
    ['no answer', new AuthRetryableFetchError('Failed to fetch', 0), 'NETWORK'],
    ['HTML', new AuthUnknownError('Unexpected token <, "<html>bad"…', null), 'NETWORK'],
    ['a server in trouble', new AuthRetryableFetchError('{}', 502), 'BUSY'],
    ['half a session', new AuthInvalidTokenResponseError(), 'BUSY'],
    ['JSON of a gateway', new AuthApiError('no Route matched', 404, undefined), 'BUSY'],
  ])('gives %s the code NETWORK or BUSY', (_, answer, code) => {
    const error = fromAuthError(answer)
    expect(error).toMatchObject({ code, message: DEFAULT_ERROR_MESSAGE })
    expect(isTransient(error)).toBe(true)
  })
})

describe('toDataError', () => {
  it('gives other errors one of our codes, and keeps our own errors unchanged', () => {
    const ours = new DataError({ code: 'DENIED' })
    expect(toDataError(ours)).toBe(ours)
    expect(toDataError(new Error('x'))).toMatchObject({
      code: 'GENERIC_ERROR',
      message: 'An unexpected error occurred',
    })
    // An error about a course's modules also contains the word "module", which must not be enough.
    expect(toDataError(new Error('no module of this course')).code).toBe('GENERIC_ERROR')
    expect(toDataError('plain words')).toMatchObject({
      code: 'STRING_ERROR',
      message: 'plain words',
    })
    expect(toDataError(undefined).code).toBe('UNKNOWN_ERROR')
  })

  it.each([
    ['Chromium', 'Failed to fetch dynamically imported module: http://localhost/assets/a.js'],
    ['Firefox', 'error loading dynamically imported module: http://localhost/assets/a.js'],
    ['Safari', 'Importing a module script failed.'],
    ['Vite', 'Unable to preload CSS for /assets/a.css'],
  ])(
    'treats application code that could not be loaded as a missing answer, as %s reports it',
    (_, words) => {
      const error = toDataError(new TypeError(words))
      expect(error).toMatchObject({ code: 'NETWORK', message: DEFAULT_ERROR_MESSAGE })
      expect(isTransient(error)).toBe(true)
    },
  )
})
