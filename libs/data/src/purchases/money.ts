import type { Cell } from '../exports/csv'

// How payment providers count (Stripe, Supported currencies): by the smallest unit, which is mostly a
// hundredth. Of the Icelandic króna and the Ugandan shilling, too, although their parts are not used.
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ')

/** Digits behind the point of an amount in its smallest unit: 2 of euros, 0 of yen. */
function digits(currency: string): number {
  if (WHOLE.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** An amount in its currency's smallest unit, in US format (rules/purchases#money): `€149.00`, `¥1,500`. */
export function money(cents: number, currency: string): string {
  const amount = cents / 10 ** digits(currency)
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount)
}

/** In: an amount as a person types it, `49` or `49.90`. Out: it in its currency's smallest unit; null for no amount. */
export function cents(typed: string, currency: string): number | null {
  const [, whole, part = ''] = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(typed.trim()) ?? []
  const places = digits(currency)
  if (whole === undefined || part.length > places) return null
  return Number(whole) * 10 ** places + Number(part.padEnd(places, '0') || 0)
}

/** The same for a cell of a file: a number. */
export function moneyCell(cents: unknown, currency: unknown): Cell {
  if (typeof cents !== 'number' || typeof currency !== 'string') return null
  return cents / 10 ** digits(currency)
}
