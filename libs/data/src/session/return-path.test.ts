import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mapStorage } from '../testing/memory-storage'
import { saveReturnPath, takeReturnPath } from './return-path'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', mapStorage(kept))
})
afterEach(() => vi.unstubAllGlobals())

it('the stored destination is returned once, within an hour', () => {
  saveReturnPath('/invite/1?tab=2', 1000)
  expect(takeReturnPath(3_600_999)).toBe('/login?from=%2Finvite%2F1%3Ftab%3D2')
  expect(takeReturnPath(3_600_999)).toBe('/login')
  saveReturnPath('/invite/1', 1000)
  expect(takeReturnPath(3_601_000)).toBe('/login')
  saveReturnPath('/invite/1', 1000)
  expect(takeReturnPath(0)).toBe('/login')
})

it('the destination of a later mail replaces it, and it is always on this site', () => {
  saveReturnPath('/app/profile', 0)
  saveReturnPath(null, 0)
  expect(takeReturnPath(0)).toBe('/login')
  saveReturnPath('//evil.test', 0)
  expect(takeReturnPath(0)).toBe('/login')
  localStorage.setItem('rookies-way-back', '0 https://evil.test')
  expect(takeReturnPath(0)).toBe('/login')
})

it('the destination is kept until the page is closed if the browser has no storage', () => {
  vi.stubGlobal('localStorage', undefined)
  saveReturnPath('/app/profile', 0)
  expect(takeReturnPath(0)).toBe('/login?from=%2Fapp%2Fprofile')
  expect(takeReturnPath(0)).toBe('/login')
})
