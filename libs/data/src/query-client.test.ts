import { afterEach, expect, it, vi } from 'vitest'
import { DataError } from './errors'
import { createQueryClient, isWorthRetrying } from './query-client'

afterEach(() => vi.unstubAllGlobals())

it('retries after a missing answer or a temporary failure, but not after a refusal', () => {
  expect(isWorthRetrying(new DataError({ code: 'NETWORK' }))).toBe(true)
  expect(isWorthRetrying(new DataError({ code: 'PGRST002', status: 503 }))).toBe(true)
  expect(isWorthRetrying(new DataError({ code: 'x', status: 429 }))).toBe(true)
  expect(isWorthRetrying(new DataError({ code: '42501', status: 403 }))).toBe(false)
  expect(isWorthRetrying(new DataError({ code: 'MALFORMED' }))).toBe(false)
  expect(isWorthRetrying(new Error('bug'))).toBe(false)
})

it('stops after two retries', () => {
  const retry = createQueryClient().getDefaultOptions().queries?.retry
  if (typeof retry !== 'function') throw new Error('no retry rule')
  const silence = new DataError({ code: 'NETWORK' })
  expect([0, 1, 2].map((failures) => retry(failures, silence))).toEqual([true, true, false])
})

it('does not retry while the browser is offline', () => {
  vi.stubGlobal('navigator', { onLine: false })
  const retry = createQueryClient().getDefaultOptions().queries?.retry
  if (typeof retry !== 'function') throw new Error('no retry rule')
  expect(retry(0, new DataError({ code: 'NETWORK' }))).toBe(false)
})

it('reads failed and stale queries again when the connection returns', () => {
  expect(createQueryClient().getDefaultOptions().queries?.refetchOnReconnect).toBe(true)
})
