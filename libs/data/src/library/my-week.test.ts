import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { learnServerTime } from '../server-clock'
import { aWeek } from '../testing/week'
import { BEHIND_REASONS, type Behind } from './behind'
import { behindText, parseWeek, placeInCohort } from './my-week'

const DAY = 24 * 3_600_000
/** This moment is 10:00 in Vienna. */
const ANSWERED = Date.parse('2026-11-19T09:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: ANSWERED })
})
afterEach(() => {
  vi.useRealTimers()
  learnServerTime(Date.now())
})

describe('the place of a person in a cohort', () => {
  const place = (day: number, later = 0) => {
    vi.setSystemTime(ANSWERED + later)
    return placeInCohort(aWeek({ day, time_zone: 'Europe/Vienna' }), ANSWERED)
  }

  it('is the current week, even if the answer was cached for days', () => {
    expect(place(17)).toBe('Week 3 of 12')
    expect(place(17, 4 * DAY)).toBe('Week 4 of 12')
    expect(place(17, 400 * DAY)).toBe('Week 12 of 12')
  })

  it('is the day on which the cohort begins for the person, even if the answer was cached for days', () => {
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

it('parseWeek() sorts running cohorts before those that have not begun', () => {
  const answer = JSON.parse(
    JSON.stringify([aWeek({ id: 'comes', day: -5 }), aWeek({ id: 'runs' }), aWeek({ id: 'too' })]),
  )
  expect(parseWeek(answer).map(({ id }) => id)).toEqual(['runs', 'too', 'comes'])
})

it('parseWeek() accepts answers that were cached before due dates and the reason for being behind existed', () => {
  const { due: _due, ...week } = aWeek()
  const behind = { reason: 'SILENT', days: 9, usual: 2, since: '2026-11-09' }
  expect(parseWeek([{ ...week, behind: [behind] }])).toMatchObject([
    { due: [], behind: [{ reason: 'SILENT', facts: [] }] },
  ])
})

describe('behindText', () => {
  const fact = (title: string) => ({
    ...{ id: `id-${title}`, lesson_id: `l-${title}`, slug: 'rope', title },
    ...{ on: '2026-11-09', times: null },
  })
  const behind = (change: Partial<Behind>): Behind => ({
    ...{ reason: 'SILENT', days: 9, usual: 2, since: '2026-11-09', facts: [] },
    ...change,
  })

  it('tells the person the facts that staff see, without a reproach, and links to the last lesson', () => {
    expect(behindText(behind({}), '/app/x')).toEqual({
      text: 'You have not been here for 9 days, and you usually leave 2 days between. One lesson is enough to be back.',
      link: { to: '/app/x', label: 'Resume' },
    })
    expect(behindText(behind({ reason: 'NOT_STARTED', usual: null }), null).link).toBeNull()
  })

  it('names the work or the question, and links to the first one', () => {
    const facts = ['Knots', 'Bends', 'Loops', 'Hitches'].map(fact)
    expect(behindText(behind({ reason: 'MISSED_DUES', facts }), '/app/x')).toEqual({
      text: '“Knots”, “Bends”, “Loops”, and 1 more were due. Begin with one of them, or ask for more time there.',
      link: { to: '/app/courses/rope/lesson/l-Knots', label: 'Open “Knots”' },
    })
    expect(
      behindText(behind({ reason: 'RETURNED_TWICE', facts: facts.slice(0, 1) }), null),
    ).toMatchObject({ link: { to: '/app/courses/rope/lesson/l-Knots' } })
    expect(
      behindText(behind({ reason: 'NOT_ANSWERED', facts: facts.slice(0, 1) }), null).link?.to,
    ).toBe('/app/courses/rope/lesson/l-Knots?question=id-Knots')
  })

  it('never uses the word "behind"', () => {
    for (const reason of BEHIND_REASONS) {
      expect(behindText(behind({ reason, facts: [fact('Knots')] }), null).text).not.toMatch(
        /behind/i,
      )
    }
  })
})
