import { expect, test } from 'vitest'
import { parseTime } from './start-time'

test.each([
  ['90', 90],
  ['90s', 90],
  ['12.9', 12],
  ['12m', 720],
  ['1m30s', 90],
  ['1m30', 90],
  ['1h', 3600],
  ['1h2m3s', 3723],
  ['1H2M', 3720],
  ['1:30', 90],
  ['90:00', 5400],
  ['1:02:03', 3723],
  [' 0 ', 0],
  ['864000', 864_000],
  ['864001', null],
  ['', null],
  ['-5', null],
  ['1:3', null],
  ['1:75', null],
  ['2m1h', null],
  ['1d', null],
  ['soon', null],
  ['1e3', null],
])('reads %s as %s seconds', (text, seconds) => {
  expect(parseTime(text)).toBe(seconds)
})
