import { expect, it } from 'vitest'
import { relativeTime } from './relative-time'

it('says how long ago something was', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const words = (at: string) => relativeTime(at, now)
  expect(words('2026-11-22T11:59:01Z')).toBe('Just now')
  // This clock is behind the server's.
  expect(words('2026-11-22T12:00:30Z')).toBe('Just now')
  expect(words('2026-11-22T11:59:00Z')).toBe('1m ago')
  expect(words('2026-11-22T11:00:01Z')).toBe('59m ago')
  expect(words('2026-11-22T11:00:00Z')).toBe('1h ago')
  expect(words('2026-11-21T12:00:01Z')).toBe('23h ago')
  expect(words('2026-10-01T12:00:00Z')).toBe('52d ago')
})
