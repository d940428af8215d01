import { expect, it } from 'vitest'
import { clockText, momentText } from './moment-text'

it('has a clock of 24 hours', () => {
  expect(momentText('2027-03-01T20:05:09')).toBe('Mar 1, 2027, 20:05')
  expect(momentText('2027-03-01T20:05:09', true)).toBe('Mar 1, 2027, 20:05:09')
  expect(clockText('2027-03-01T00:00:00')).toBe('00:00')
})
