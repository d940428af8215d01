import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { learnServerTime } from '../server-clock'
import {
  agreedText,
  agreedTextUntil,
  clockNote,
  dayInWords,
  momentInZone,
  type Reader,
  timeUntil,
} from './agreed-text'
import { addDays, daysBetween } from './days'
import { clockChange, dayAt, isLate, lastSecond, localMoment } from './local-time'
import { minuteNow, onMinute } from './minutes'
import { needSeconds } from './moment-text'
import { ownZone, timeZones, zoneName } from './zones'

const iso = (moment: number) => new Date(moment).toISOString()

test('addDays() and daysBetween() count calendar days, even if a clock change shortens one', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(addDays('2027-01-03', -7)).toBe('2026-12-27')
})

describe('a day and time in a zone', () => {
  it.each([
    ['2026-11-21', '18:00', 'Europe/Vienna', null, '2026-11-21T17:00:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Vienna', 'skipped', '2026-03-29T01:30:00.000Z'],
    ['2026-03-29', '03:00', 'Europe/Vienna', null, '2026-03-29T01:00:00.000Z'],
    ['2026-10-25', '02:30', 'Europe/Vienna', 'doubled', '2026-10-25T01:30:00.000Z'],
    ['2026-10-25', '01:59:59', 'Europe/Vienna', null, '2026-10-24T23:59:59.000Z'],
    ['2026-10-25', '03:00', 'Europe/Vienna', null, '2026-10-25T02:00:00.000Z'],
    // In this zone clocks change by half an hour.
    ['2026-10-04', '02:15', 'Australia/Lord_Howe', 'skipped', '2026-10-03T15:45:00.000Z'],
    ['2026-04-05', '01:45', 'Australia/Lord_Howe', 'doubled', '2026-04-04T15:15:00.000Z'],
    // In this zone clocks change at midnight.
    ['2026-09-06', '00:00', 'America/Santiago', 'skipped', '2026-09-06T04:00:00.000Z'],
    // This zone left out a whole day.
    ['2011-12-30', '12:00', 'Pacific/Apia', 'skipped', '2011-12-30T22:00:00.000Z'],
    ['2026-06-01', '09:00', 'UTC', null, '2026-06-01T09:00:00.000Z'],
  ])(
    '%s %s in %s occurs once (null) or is %s by a clock change, and is the moment %s',
    (day, time, zone, change, moment) => {
      expect(clockChange(day, time, zone)).toBe(change)
      expect(iso(localMoment(day, time, zone))).toBe(moment)
    },
  )

  it('that a clock change skips or repeats gets a note', () => {
    const note = (day: string, time: string, zone = 'Europe/Vienna') =>
      clockNote(day, time, zone, 'opens')
    expect(note('2026-03-29', '02:30')).toBe('Clocks skip 02:30 on this day. It opens at 03:30.')
    expect(note('2026-10-04', '02:15', 'Australia/Lord_Howe')).toBe(
      'Clocks skip 02:15 on this day. It opens at 02:45.',
    )
    expect(note('2026-10-25', '02:30')).toBe(
      'Clocks show 02:30 twice on this day. It opens the second time.',
    )
    expect(note('2026-11-21', '18:00')).toBeNull()
  })
})

test('a day in a zone begins and ends by the clocks of the zone', () => {
  expect(dayAt(Date.parse('2026-12-07T11:00:00Z'), 'Pacific/Kiritimati')).toBe('2026-12-08')
  expect(dayAt(Date.parse('2026-12-07T11:00:00Z'), 'Pacific/Pago_Pago')).toBe('2026-12-07')
  expect(iso(lastSecond('2026-10-25', 'Europe/Vienna'))).toBe('2026-10-25T22:59:59.000Z')
  expect(iso(lastSecond('2026-12-31', 'Asia/Kathmandu'))).toBe('2026-12-31T18:14:59.000Z')
})

test('isLate() is false in the second of the due date, and true in the next one', () => {
  const due = '2026-11-21T17:00:00Z'
  const at = (time: string) => Date.parse(`2026-11-21T${time}Z`)
  expect(isLate(at('17:00:00.999'), due)).toBe(false)
  expect(isLate(at('17:00:01.000'), due)).toBe(true)
})

describe('time zones', () => {
  it('are named after their city', () => {
    expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires')
    expect(zoneName('UTC')).toBe('UTC')
  })

  it('are listed without repetitions, the reader’s first, and are a few cities if the browser has no list', () => {
    const known = timeZones()
    expect(known[0]).toBe(ownZone())
    expect(new Set(known).size).toBe(known.length)
    expect(known.length).toBeGreaterThan(400)
    // PostgreSQL reads such names as abbreviations without clock changes.
    expect(known).not.toContain('CET')
    const { supportedValuesOf } = Intl
    try {
      Reflect.deleteProperty(Intl, 'supportedValuesOf')
      expect(timeZones()).toContain('Europe/Vienna')
      // Every listed zone must be known to the browser.
      for (const zone of timeZones()) expect(dayAt(0, zone)).toMatch(/^19(?:69|70)-/)
    } finally {
      Object.assign(Intl, { supportedValuesOf })
    }
  })
})

describe('the text of an agreed moment', () => {
  const now = Date.parse('2026-11-20T14:00:00Z')
  const newYork: Reader = { zone: 'America/New_York' }
  const at = '2026-11-20T17:00:00Z'
  const words = (moment: string, reader = newYork, then = now) =>
    agreedTextUntil(moment, 'Europe/Vienna', then, reader).text

  it('shows the time in the zone and for the reader, and how long it is until then', () => {
    expect(agreedTextUntil(at, 'Europe/Vienna', now, newYork)).toEqual({
      text: 'Fri 20 Nov, 18:00 Vienna (12:00 yours), in 3 h',
      spoken: 'Friday 20 November, 18:00 in Vienna, 12:00 in your time zone, in 3 hours',
    })
  })

  it('shows seconds if two moments differ only in them', () => {
    expect(needSeconds(at, '2026-11-20T17:00:30Z')).toBe(true)
    expect(needSeconds('2026-11-20T16:59:59Z', at)).toBe(false)
    expect(agreedText('2026-11-20T17:00:30Z', 'Europe/Vienna', now, newYork, true).text).toBe(
      'Fri 20 Nov, 18:00:30 Vienna (12:00:30 yours)',
    )
  })

  it('leaves out the reader’s time if it is the same, and adds the reader’s day if that is another', () => {
    expect(words(at, { zone: 'Europe/Berlin' })).toBe('Fri 20 Nov, 18:00 Vienna, in 3 h')
    expect(words(at, { zone: 'Asia/Tokyo' })).toBe(
      'Fri 20 Nov, 18:00 Vienna (Sat 21 Nov, 02:00 yours), in 3 h',
    )
  })

  it('shows the year if it is not the current year in the zone', () => {
    expect(words('2027-01-08T17:00:00Z')).toBe(
      'Fri 8 Jan 2027, 18:00 Vienna (12:00 yours), in 49 days',
    )
  })

  it('can be limited to the zone of the moment, and to the day', () => {
    expect(dayInWords('2026-12-07')).toBe('Mon 7 Dec')
    expect(dayInWords('2026-12-07', true)).toBe('Mon 7 Dec 2026')
    expect(momentInZone('2026-12-07T23:30:00Z', 'Asia/Ho_Chi_Minh')).toBe(
      'Tue 8 Dec, 06:30 Ho Chi Minh',
    )
  })

  it.each([
    ['2026-11-22T14:00:00Z', 'in 2 days', 'in 2 days'],
    ['2026-11-22T13:59:59Z', 'in 47 h', 'in 47 hours'],
    ['2026-11-21T13:59:59Z', 'in 23 h', 'in 23 hours'],
    ['2026-11-20T15:00:00Z', 'in 1 h', 'in 1 hour'],
    ['2026-11-20T14:59:59Z', 'in 59 min', 'in 59 minutes'],
    ['2026-11-20T14:00:59Z', 'in less than a minute', 'in less than a minute'],
    ['2026-11-20T14:00:00Z', 'now', 'now'],
    ['2026-11-20T13:59:59Z', 'less than a minute ago', 'less than a minute ago'],
    ['2026-11-20T11:00:00Z', '3 h ago', '3 hours ago'],
    ['2026-11-18T11:00:00Z', '2 days ago', '2 days ago'],
  ])('timeUntil(%s) is "%s", rounded down', (moment, text, spoken) => {
    expect(timeUntil(moment, now)).toEqual({ text, spoken })
  })
})

describe('the clock of minutes', () => {
  afterEach(() => vi.useRealTimers())

  it('calls all listeners with one timer, which ends with the last listener', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-20T14:00:00Z') })
    const [first, second] = [vi.fn(), vi.fn()]
    const ends = [onMinute(first), onMinute(second)]
    expect(vi.getTimerCount()).toBe(1)
    const began = minuteNow()
    vi.advanceTimersByTime(59_000)
    expect(minuteNow()).toBe(began)
    vi.advanceTimersByTime(1_000)
    expect([first, second].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
    expect(minuteNow()).toBe(began + 60_000)
    for (const end of ends) end()
    expect(vi.getTimerCount()).toBe(0)
    vi.advanceTimersByTime(5_000)
    expect(minuteNow()).toBe(began + 65_000)
  })

  it('calls the listeners at once if the server’s time shows that the device’s clock is wrong', () => {
    const listener = vi.fn()
    const end = onMinute(listener)
    const now = Date.now() - 20 * 60_000
    learnServerTime(now)
    expect(minuteNow()).toBe(now)
    learnServerTime(now - 300)
    expect(listener).toHaveBeenCalledTimes(1)
    end()
    learnServerTime(Date.now())
    expect(listener).toHaveBeenCalledTimes(1)
  })
})
