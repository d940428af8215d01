import { describe, expect, it } from 'vitest'
import { dayOf, endOfDay } from './days'

describe('endOfDay', () => {
  it('returns the last moment of that day in the reader’s time zone', () => {
    for (const day of ['2026-11-23', '2026-03-29', '2026-10-25', '2028-02-29', '2026-12-31']) {
      const end = endOfDay(day)
      if (end === null) throw new Error('no end')
      expect(dayOf(end)).toBe(day)
      expect(dayOf(new Date(Date.parse(end) + 1).toISOString())).not.toBe(day)
    }
  })

  it('returns null without a day', () => {
    expect(endOfDay('')).toBeNull()
    expect(endOfDay('soon')).toBeNull()
  })
})
