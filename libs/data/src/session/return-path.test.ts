import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mapStorage } from '../testing/memory-storage'
import { saveReturnPath, takeReturnPath } from './return-path'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', mapStorage(kept))
})
afterEach(() => vi.unstubAllGlobals())

it('returns the stored destination once, within an hour', () => {
  saveReturnPath('/invite/1?tab=2', 1000)
  expect(takeReturnPath(3_600_999)).toBe('/login?from=%2Finvite%2F1%3Ftab%3D2')
  expect(takeReturnPath(3_600_999)).toBe('/login')
  saveReturnPath('/invite/1', 1000)
  expect(takeReturnPath(3_601_000)).toBe('/login')
  saveReturnPath('/invite/1', 1000)
  expect(takeReturnPath(0)).toBe('/login')
})

it('is replaced by the destination of the next mail, and never leaves the site', () => {
  saveReturnPath('/app/profile', 0)
  saveReturnPath(null, 0)
  expect(takeReturnPath(0)).toBe('/login')
  saveReturnPath('//evil.test', 0)
  expect(takeReturnPath(0)).toBe('/login')
  localStorage.setItem('rookies-way-back', '0 https://evil.test')
  expect(takeReturnPath(0)).toBe('/login')
})

it('works within the page in a browser without storage', () => {
  vi.stubGlobal('localStorage', undefined)
  saveReturnPath('/app/profile', 0)
  expect(takeReturnPath(0)).toBe('/login?from=%2Fapp%2Fprofile')
  expect(takeReturnPath(0)).toBe('/login')
})
