import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerTime } from '../server-clock'
import { aWeek } from '../testing/week'
import { placeInCohort } from './my-week'

const DAY = 24 * 3_600_000
/** 10:00 in Vienna. */
const ANSWERED = Date.parse('2026-11-19T09:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: ANSWERED })
})
afterEach(() => {
  vi.useRealTimers()
  learnServerTime(Date.now())
})

describe('where a person is in a cohort', () => {
  const place = (day: number, later = 0) => {
    vi.setSystemTime(ANSWERED + later)
    return placeInCohort(aWeek({ day, time_zone: 'Europe/Vienna' }), ANSWERED)
  }

  it('is the current week, even if the answer is days old', () => {
    expect(place(17)).toBe('Week 3 of 12')
    expect(place(17, 4 * DAY)).toBe('Week 4 of 12')
    expect(place(17, 400 * DAY)).toBe('Week 12 of 12')
  })

  it('is the day on which it begins for them, however old the answer is', () => {
    expect(place(-5)).toBe('Begins on Tue 24 Nov')
    expect(place(-5, 3 * DAY)).toBe('Begins on Tue 24 Nov')
    expect(place(-5, 5 * DAY)).toBe('Week 1 of 12')
  })

  it('does not depend on the clock of the device', () => {
    vi.setSystemTime(ANSWERED + 30 * DAY)
    learnServerTime(ANSWERED)
    expect(placeInCohort(aWeek({ day: -5 }), Date.now())).toBe('Begins on Tue 24 Nov')
  })
})
