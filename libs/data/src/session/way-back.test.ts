import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepWayBack, takeWayBack } from './way-back'

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

it('knows for an hour where somebody was headed, and tells it once', () => {
  keepWayBack('/invite/1?tab=2', 1000)
  expect(takeWayBack(3_600_999)).toBe('/login?from=%2Finvite%2F1%3Ftab%3D2')
  expect(takeWayBack(3_600_999)).toBe('/login')
  keepWayBack('/invite/1', 1000)
  expect(takeWayBack(3_601_000)).toBe('/login')
  keepWayBack('/invite/1', 1000)
  expect(takeWayBack(0)).toBe('/login')
})

it('forgets the one before when the next mail has none, and keeps nothing that leads elsewhere', () => {
  keepWayBack('/app/profile', 0)
  keepWayBack(null, 0)
  expect(takeWayBack(0)).toBe('/login')
  keepWayBack('//evil.test', 0)
  expect(takeWayBack(0)).toBe('/login')
  localStorage.setItem('rookies-way-back', '0 https://evil.test')
  expect(takeWayBack(0)).toBe('/login')
})

it('leads home in a browser that keeps nothing', () => {
  vi.stubGlobal('localStorage', undefined)
  keepWayBack('/app/profile', 0)
  expect(takeWayBack(0)).toBe('/login')
})
