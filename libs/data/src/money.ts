// How payment providers count (Stripe, Supported currencies): by the smallest unit, which is mostly a
// hundredth. Of the Icelandic króna and the Ugandan shilling, too, although their parts are not used.
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ')

/** The largest amount, in its smallest unit; JSON holds no larger whole number exactly. */
export const MOST_CENTS = Number.MAX_SAFE_INTEGER

/** Digits behind the point of an amount in its smallest unit: 2 of euros, 0 of yen. */
function digits(currency: string): number {
  if (WHOLE.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** An amount as a decimal, exactly: a quotient of large amounts is off by a cent. */
function decimal(cents: number, currency: string): `${number}` {
  const places = digits(currency)
  const figures = String(cents).padStart(places + 1, '0')
  if (places === 0) return figures as `${number}`
  return `${figures.slice(0, -places)}.${figures.slice(-places)}` as `${number}`
}

/**
 * An amount in its currency's smallest unit, in US format (rules/purchases#money): `€149.00`, `¥1,500`. A sum
 * beyond what a number holds exactly is told as more than the most that it does.
 */
export function money(cents: number, currency: string): string {
  if (cents > MOST_CENTS) return `More than ${money(MOST_CENTS, currency)}`
  const places = digits(currency)
  // Rupiah are written without their hundredths, which are not lost where there are some.
  const parts = cents % 10 ** places !== 0 && { minimumFractionDigits: places }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...parts })
  return format.format(decimal(cents, currency))
}

/** In: an amount as a person types it, `49` or `49.90`. Out: it in its currency's smallest unit; null for no amount, or one that cannot be held. */
export function cents(typed: string, currency: string): number | null {
  const [, whole, part = ''] = /^(\d{1,16})(?:[.,](\d{1,3}))?$/.exec(typed.trim()) ?? []
  const places = digits(currency)
  if (whole === undefined || part.length > places) return null
  const amount = Number(whole + part.padEnd(places, '0'))
  return amount <= MOST_CENTS ? amount : null
}

/** The same for a cell of a file: a number, or its digits where a number does not hold all of them. */
export function moneyCell(cents: unknown, currency: unknown): string | number | null {
  if (typeof cents !== 'number' || typeof currency !== 'string') return null
  const amount = decimal(cents, currency)
  // A number keeps 15 digits, whichever they are.
  return cents < 1e15 ? Number(amount) : amount
}
