import { describe, expect, it } from 'vitest'
import { dateRange, instantRange } from '../dates/date-range'
import { money, moneyCell } from './money'
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
  ])('%d %s is %s', (cents, currency, text, cell) => {
    expect(money(cents, currency).replaceAll('\u00a0', ' ')).toBe(text)
    expect(moneyCell(cents, currency)).toBe(cell)
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
      since: new Date(2026, 0, 1).toISOString(),
      until: '',
    })
  })
})
