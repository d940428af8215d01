import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerTime } from '../server-clock'
import { aWeek } from '../testing/week'
import { placeInCohort, weekWith } from './my-week'

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

  it('is a week of it, from an answer of another day too', () => {
    expect(place(17)).toBe('Week 3 of 12')
    expect(place(17, 4 * DAY)).toBe('Week 4 of 12')
    expect(place(17, 400 * DAY)).toBe('Week 12 of 12')
  })

  it('is the day on which it begins for them, however old the answer is', () => {
    expect(place(-5)).toBe('Begins on Tue 24 Nov')
    expect(place(-5, 3 * DAY)).toBe('Begins on Tue 24 Nov')
    expect(place(-5, 5 * DAY)).toBe('Week 1 of 12')
  })

  it('does not depend on a wrong clock', () => {
    vi.setSystemTime(ANSWERED + 30 * DAY)
    learnServerTime(ANSWERED)
    expect(placeInCohort(aWeek({ day: -5 }), Date.now())).toBe('Begins on Tue 24 Nov')
  })
})

describe('a week with what this device has not sent yet', () => {
  const queued = (lessonId: string, done: boolean) => ({
    id: lessonId,
    user: 'ada',
    at: 0,
    change: { kind: 'completion' as const, lessonId, slug: 'rope', done, was: !done },
  })

  it('has no completed lesson among those that wait', () => {
    expect(weekWith(aWeek(), [queued('l4', true)])).toMatchObject({ opened: [], done: 4 })
    expect(weekWith(aWeek(), [queued('l4', true), queued('l4', false)])).toEqual(aWeek())
    expect(weekWith(aWeek(), [queued('other', true)])).toEqual(aWeek())
  })
})
