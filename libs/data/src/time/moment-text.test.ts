import { expect, it } from 'vitest'
import {
  activityText,
  dayText,
  localMoment,
  memberSince,
  momentText,
  relativeTime,
  timeLeft,
  timeText,
} from './moment-text'

it('relativeTime() formats how long ago something was', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const words = (at: string) => relativeTime(at, now)
  expect(words('2026-11-22T11:59:01Z')).toBe('Just now')
  // The clock of the device is behind that of the server, so the moment seems to be in the future.
  expect(words('2026-11-22T12:00:30Z')).toBe('Just now')
  expect(words('2026-11-22T11:59:00Z')).toBe('1m ago')
  expect(words('2026-11-22T11:00:01Z')).toBe('59m ago')
  expect(words('2026-11-22T11:00:00Z')).toBe('1h ago')
  expect(words('2026-11-21T12:00:01Z')).toBe('23h ago')
  expect(words('2026-10-01T12:00:00Z')).toBe('52d ago')
})

it.each([
  [47 * 60 + 30, '1d 23h left'],
  [48 * 60, '2d left'],
  [5 * 60 + 12, '5h 12m left'],
  [9, '9m left'],
  [0.5, 'Less than a minute left'],
  [0, null],
  [-5, null],
])('shows the time left %s minutes before the end: %s', (minutes, words) => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(timeLeft(new Date(now + minutes * 60_000).toISOString(), now)).toBe(words)
})

it('formats each kind of moment in its own way, with 24 hours', () => {
  const at = '2027-03-01T20:05:09'
  expect(momentText(at)).toBe('Mar 1, 2027, 20:05')
  expect(momentText(at, true)).toBe('Mar 1, 2027, 20:05:09')
  expect(timeText('2027-03-01T00:00:00')).toBe('00:00')
  expect(activityText(at)).toBe('Mar 01, 20:05')
  expect(memberSince(at)).toBe('Mar 01, 2027')
  expect(localMoment(at)).toMatch(/^(1 Mar|Mar 1,) 2027, 20:05$/)
})

it('shows a day without a time as this day in any time zone', () => {
  expect(dayText('2027-03-01')).toBe('Mar 1, 2027')
})
