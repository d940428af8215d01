import { describe, expect, it } from 'vitest'
import { dateRange, instantRange } from '../dates/date-range'
import { needsMember } from './assign-purchase'
import { money, moneyCell } from './money'
import { noticeReason } from './notices'
import { parsePurchaseParams, purchaseFilter } from './purchase-list'

describe('money', () => {
  it.each([
    [14_900, 'EUR', '€149.00', 149],
    [1_500, 'JPY', '¥1,500', 1500],
    [1_234_567, 'KRW', '₩1,234,567', 1_234_567],
    [5_250, 'KWD', 'KWD 5.250', 5.25],
    // Counted in hundredths by providers, and shown without.
    [50_000, 'ISK', 'ISK 500', 500],
    [0, 'USD', '$0.00', 0],
    [1, 'USD', '$0.01', 0.01],
    [2_147_483_647, 'CHF', 'CHF 21,474,836.47', 21_474_836.47],
    [100, 'XYZ', 'XYZ 1.00', 1],
    [3_500_000_000, 'IDR', 'IDR 35,000,000', 35_000_000],
    [3_500_000_050, 'IDR', 'IDR 35,000,000.50', 35_000_000.5],
    // A quotient would be off: the last digit of each counts.
    [9_007_199_254_740_990, 'EUR', '€90,071,992,547,409.90', '90071992547409.90'],
    [9_007_199_254_740_991, 'EUR', '€90,071,992,547,409.91', '90071992547409.91'],
    [9_007_199_254_740_991, 'KWD', 'KWD 9,007,199,254,740.991', '9007199254740.991'],
    [9_007_199_254_740_991, 'VND', '₫9,007,199,254,740,991', '9007199254740991'],
  ])('%d %s is %s', (cents, currency, text, cell) => {
    expect(money(cents, currency).replaceAll('\u00a0', ' ')).toBe(text)
    expect(moneyCell(cents, currency)).toBe(cell)
  })
})

describe('a sum beyond what a number holds exactly', () => {
  it('is told as more than that', () => {
    expect(money(2 ** 53 + 2, 'EUR')).toBe('More than €90,071,992,547,409.91')
  })
})

describe('a paid purchase of no known member', () => {
  it('is a state of its own, while it is paid', () => {
    expect(needsMember({ needs_member: true, status: 'COMPLETED' })).toBe(true)
    expect(needsMember({ needs_member: true, status: 'REFUNDED' })).toBe(false)
    expect(needsMember({ needs_member: false, status: 'COMPLETED' })).toBe(false)
    const state = parsePurchaseParams(new URLSearchParams('status=NO_MEMBER'))
    expect(purchaseFilter(state)).toMatchObject({ status: '', unassigned: 'true' })
  })
})

describe('an event to look at', () => {
  it('says why, and what it does not know as it stands', () => {
    expect(noticeReason({ reasons: ['UNKNOWN_COURSE', 'ODD'] })).toBe(
      'it names a course that is not here; ODD',
    )
  })
})

describe('days', () => {
  const read = (address: string) => dateRange(new URLSearchParams(address))

  it('are whole, and the reader’s own', () => {
    const { since, until } = instantRange(read('from=2026-03-28&to=2026-03-29'))
    expect(since).toBe(new Date(2026, 2, 28).toISOString())
    expect(until).toBe(new Date(2026, 2, 30).toISOString())
    expect(instantRange(read('from=2026-12-31'))).toEqual({
      since: new Date(2026, 11, 31).toISOString(),
      until: '',
    })
  })

  it.each(['2026-02-30', '2026-13-01', '26-01-01', 'yesterday', '2026-1-1', ''])(
    'that are none are left out: %j',
    (day) => {
      expect(read(`from=${day}&to=${day}`)).toEqual({ from: '', to: '' })
    },
  )
})

describe('the state of the list', () => {
  it('is what the address says, and nothing that it makes up', () => {
    const read = (address: string) => parsePurchaseParams(new URLSearchParams(address))
    const state = read('q=%20pi_1%20&status=PENDING&from=2026-01-01')
    expect(state).toEqual({ search: 'pi_1', status: 'PENDING', from: '2026-01-01', to: '' })
    expect(read('status=PAID&to=x')).toEqual({ search: '', status: '', from: '', to: '' })
    expect(purchaseFilter(state)).toEqual({
      search: 'pi_1',
      status: 'PENDING',
      unassigned: '',
      since: new Date(2026, 0, 1).toISOString(),
      until: '',
    })
  })
})
