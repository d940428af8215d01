import { describe, expect, it } from 'vitest'
import { extendedBy } from './extension-list'
import { hoursText } from './figures'

describe('figures of assignments (rules/assignments#figures)', () => {
  it('show a waiting time in minutes, hours or days', () => {
    expect([0.25, 1, 9.5, 23.9, 24, 41.2].map(hoursText)).toEqual([
      '15 min',
      '1 h',
      '9.5 h',
      '23.9 h',
      '1 day',
      '1.7 days',
    ])
  })
})

describe('an extension by days (rules/assignments#extension)', () => {
  const due = (at: string) => ({ at, zone: 'Europe/Vienna', extended: false })

  it('keeps the time of day in the cohort’s zone, even if a clock change lies between', () => {
    // Both moments are 18:00 in Vienna, before and after the end of summer time.
    expect(extendedBy(due('2130-10-27T16:00:00Z'), 3)).toBe('2130-10-30T17:00:00.000Z')
    expect(extendedBy(due('2130-06-01T16:00:00Z'), 3)).toBe('2130-06-04T16:00:00.000Z')
  })

  it('counts from today if the due date has passed', () => {
    const then = Date.parse(extendedBy(due('2020-06-01T16:00:00Z'), 1))
    expect(then).toBeGreaterThan(Date.now())
    expect(then - Date.now()).toBeLessThan(2 * 24 * 3_600_000)
  })
})
