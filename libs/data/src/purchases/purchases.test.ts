import { describe, expect, it } from 'vitest'
import { listExport } from '../lists/filter-args'
import { listState } from '../lists/list-state'
import { money, moneyCell } from '../money'
import { needsMember } from './by-hand'
import { noticeReason } from './notices'
import { PURCHASE_LIST } from './purchase-list'

describe('money', () => {
  it.each([
    [14_900, 'EUR', '€149.00', 149],
    [1_500, 'JPY', '¥1,500', 1500],
    [1_234_567, 'KRW', '₩1,234,567', 1_234_567],
    [5_250, 'KWD', 'KWD 5.250', 5.25],
    // The provider counts this currency in hundredths, which are not shown.
    [50_000, 'ISK', 'ISK 500', 500],
    [0, 'USD', '$0.00', 0],
    [1, 'USD', '$0.01', 0.01],
    [2_147_483_647, 'CHF', 'CHF 21,474,836.47', 21_474_836.47],
    [100, 'XYZ', 'XYZ 1.00', 1],
    [3_500_000_000, 'IDR', 'IDR 35,000,000', 35_000_000],
    [3_500_000_050, 'IDR', 'IDR 35,000,000.50', 35_000_000.5],
    // Dividing by 100 would lose the last digit.
    [9_007_199_254_740_990, 'EUR', '€90,071,992,547,409.90', '90071992547409.90'],
    [9_007_199_254_740_991, 'EUR', '€90,071,992,547,409.91', '90071992547409.91'],
    [9_007_199_254_740_991, 'KWD', 'KWD 9,007,199,254,740.991', '9007199254740.991'],
    [9_007_199_254_740_991, 'VND', '₫9,007,199,254,740,991', '9007199254740991'],
  ])('formats %d %s as %s', (cents, currency, text, cell) => {
    expect(money(cents, currency).replaceAll('\u00a0', ' ')).toBe(text)
    expect(moneyCell(cents, currency)).toBe(cell)
  })
})

describe('a sum above the largest exact number', () => {
  it('is shown as "more than" that number', () => {
    expect(money(2 ** 53 + 2, 'EUR')).toBe('More than €90,071,992,547,409.91')
  })
})

describe('a paid purchase without a member', () => {
  it('is found by the filter NO_MEMBER until it is refunded', () => {
    expect(needsMember({ needs_member: true, status: 'COMPLETED' })).toBe(true)
    expect(needsMember({ needs_member: true, status: 'REFUNDED' })).toBe(false)
    expect(needsMember({ needs_member: false, status: 'COMPLETED' })).toBe(false)
    const { values } = listState(PURCHASE_LIST, new URLSearchParams('status=NO_MEMBER'))
    expect(listExport(PURCHASE_LIST, values).filter).toEqual({ unassigned: 'true' })
  })
})

describe('an event of a provider that an administrator must check', () => {
  it('shows the reason in words, and an unknown reason unchanged', () => {
    expect(noticeReason({ reasons: ['UNKNOWN_COURSE', 'ODD'] })).toBe(
      'it names a course that does not exist; ODD',
    )
  })
})
