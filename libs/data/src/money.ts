// Payment providers count in the smallest unit (Stripe, Supported currencies), which is mostly a hundredth. That
// includes the Icelandic króna and the Ugandan shilling, although their parts are not used.
const WHOLE = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ')

/** The largest amount in its smallest unit; JSON represents no larger integer exactly. */
export const MOST_CENTS = Number.MAX_SAFE_INTEGER

/** Returns the number of decimals of a currency: 2 for euros, 0 for yen. */
function digits(currency: string): number {
  if (WHOLE.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** Returns an amount as an exact decimal. A division would be off by a cent for large amounts. */
function decimal(cents: number, currency: string): `${number}` {
  const places = digits(currency)
  const figures = String(cents).padStart(places + 1, '0')
  if (places === 0) return figures as `${number}`
  return `${figures.slice(0, -places)}.${figures.slice(-places)}` as `${number}`
}

/**
 * Formats an amount in its currency's smallest unit, in US format (rules/purchases#money): `€149.00`, `¥1,500`. A sum
 * beyond the largest exact number is shown as more than that.
 */
export function money(cents: number, currency: string): string {
  if (cents > MOST_CENTS) return `More than ${money(MOST_CENTS, currency)}`
  const places = digits(currency)
  // Rupiah are written without hundredths unless there are some.
  const parts = cents % 10 ** places !== 0 && { minimumFractionDigits: places }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...parts })
  return format.format(decimal(cents, currency))
}

/**
 * Parses a typed amount, `49` or `49.90`, into its currency's smallest unit; null for an invalid or too large amount.
 */
export function cents(typed: string, currency: string): number | null {
  const [, whole, part = ''] = /^(\d{1,16})(?:[.,](\d{1,3}))?$/.exec(typed.trim()) ?? []
  const places = digits(currency)
  if (whole === undefined || part.length > places) return null
  const amount = Number(whole + part.padEnd(places, '0'))
  return amount <= MOST_CENTS ? amount : null
}

/** Returns an amount for a cell of a file: a number, or its digits if a number would not keep all of them. */
export function moneyCell(cents: unknown, currency: unknown): string | number | null {
  if (typeof cents !== 'number' || typeof currency !== 'string') return null
  const amount = decimal(cents, currency)
  // Spreadsheets keep 15 digits of a number.
  return cents < 1e15 ? Number(amount) : amount
}
