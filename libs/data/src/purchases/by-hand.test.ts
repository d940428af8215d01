import { describe, expect, it } from 'vitest'
import { cents } from '../money'
import { isByHand, type PurchaseDraft, purchaseProblems } from './by-hand'

const DRAFT: PurchaseDraft = {
  person: { id: 'p' },
  courseId: 'c',
  amount: '49.90',
  currency: 'EUR',
  kind: 'bank_transfer',
  reason: 'Transfer of 3 November',
}

describe('a purchase that an administrator records', () => {
  it.each([
    ['49', 'EUR', 4900],
    ['49.9', 'EUR', 4990],
    [' 49,95 ', 'USD', 4995],
    ['0', 'EUR', 0],
    ['1500', 'JPY', 1500],
    ['1.005', 'KWD', 1005],
    ['35000000', 'IDR', 3_500_000_000],
    ['90071992547409.91', 'EUR', Number.MAX_SAFE_INTEGER],
    ['9007199254740991', 'JPY', Number.MAX_SAFE_INTEGER],
  ])('parses the typed amount %j %s as %i in the smallest unit', (typed, currency, expected) => {
    expect(cents(typed, currency)).toBe(expected)
  })

  it.each(['', '-1', '49.999', 'free', '1e3', '.5', '90071992547409.92', '9999999999999999'])(
    'refuses the amount %j',
    (typed) => {
      expect(cents(typed, 'EUR')).toBeNull()
    },
  )

  it('must have a person, a course, a valid amount and a reason', () => {
    expect(purchaseProblems(DRAFT)).toEqual({})
    expect(purchaseProblems({ ...DRAFT, amount: '0' })).toEqual({})
    const empty = {
      ...DRAFT,
      person: null,
      courseId: '',
      amount: '15.5',
      currency: 'JPY',
      reason: ' ',
    }
    expect(Object.keys(purchaseProblems(empty))).toEqual(['person', 'courseId', 'amount', 'reason'])
    expect(purchaseProblems({ ...DRAFT, amount: '90071992547409.92' })).toHaveProperty('amount')
    expect(purchaseProblems({ ...DRAFT, reason: 'x'.repeat(501) })).toHaveProperty('reason')
  })

  it('is recognised by its kind of payment', () => {
    expect(isByHand({ provider: 'scholarship' })).toBe(true)
    expect(isByHand({ provider: 'stripe' })).toBe(false)
  })
})
