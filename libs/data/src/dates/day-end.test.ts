import { describe, expect, it } from 'vitest'
import { dayOf, endOfDay } from './day-end'

describe('the end of a day', () => {
  it('is still that day for who chose it, and a moment later the next', () => {
    for (const day of ['2026-11-23', '2026-03-29', '2026-10-25', '2028-02-29', '2026-12-31']) {
      const end = endOfDay(day)
      if (end === null) throw new Error('no end')
      expect(dayOf(end)).toBe(day)
      expect(dayOf(new Date(Date.parse(end) + 1).toISOString())).not.toBe(day)
    }
  })

  it('is none without a day', () => {
    expect(endOfDay('')).toBeNull()
    expect(endOfDay('soon')).toBeNull()
  })
})
