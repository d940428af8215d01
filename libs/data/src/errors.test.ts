import { AuthApiError, AuthRetryableFetchError } from '@supabase/auth-js'
import { describe, expect, it } from 'vitest'
import { DataError, expectRow, expectRows, fromAuthError, toDataError, unwrap } from './errors'

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
  it('hands out data, null included', () => {
    expect(unwrap(ok([1]))).toEqual([1])
    expect(unwrap(ok(null))).toBeNull()
  })

  it('keeps code, message and status of a refusal', () => {
    const refusal = failed(403, '42501', 'permission denied')
    expect(() => unwrap(refusal)).toThrow('permission denied')
    expect(codeOf(() => unwrap(refusal))).toBe('42501')
  })

  it('calls an answer that never came NETWORK', () => {
    const silence = failed(0, '', 'TypeError: fetch failed')
    expect(codeOf(() => unwrap(silence))).toBe('NETWORK')
    expect(() => unwrap(silence)).toThrow('An unexpected error occurred')
  })
})

describe('expectRows and expectRow', () => {
  it('take zero rows of a write for a denial', () => {
    expect(codeOf(() => expectRows(ok([])))).toBe('DENIED')
    expect(codeOf(() => expectRow(ok([])))).toBe('DENIED')
  })

  it('hand out what was written', () => {
    expect(expectRows(ok([1, 2]))).toEqual([1, 2])
    expect(expectRow(ok([{ id: 'a' }]))).toEqual({ id: 'a' })
  })
})

describe('fromAuthError', () => {
  it('keeps what Auth says', () => {
    const error = fromAuthError(
      new AuthApiError('Invalid login credentials', 400, 'invalid_credentials'),
    )
    expect(error).toMatchObject({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
      status: 400,
    })
  })

  it('calls silence NETWORK', () => {
    expect(fromAuthError(new AuthRetryableFetchError('Failed to fetch', 0)).code).toBe('NETWORK')
  })
})

describe('toDataError', () => {
  it('gives foreign errors the codes of the catalogue and keeps ours', () => {
    const ours = new DataError({ code: 'DENIED' })
    expect(toDataError(ours)).toBe(ours)
    expect(toDataError(new Error('x'))).toMatchObject({
      code: 'GENERIC_ERROR',
      message: 'An unexpected error occurred',
      details: 'x',
    })
    expect(toDataError('plain words')).toMatchObject({
      code: 'STRING_ERROR',
      message: 'plain words',
    })
    expect(toDataError(undefined).code).toBe('UNKNOWN_ERROR')
  })
})
