// Currencies without decimals. Payment providers count in the smallest unit (Stripe, "Supported currencies"), which is
// a hundredth for all other currencies, even for the Icelandic króna and the Ugandan shilling, whose hundredths are not
// used.
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const THOUSANDTHS = 'BHD JOD KWD OMR TND'.split(' ')

/** The largest amount in the smallest unit, because JavaScript cannot store larger integers exactly. */
export const MAX_CENTS = Number.MAX_SAFE_INTEGER

/** Returns the number of decimals of a currency: 2 for euros, 0 for yen. */
function digits(currency: string): number {
  if (WITHOUT_DECIMALS.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** Returns an amount as an exact decimal number. Dividing would be wrong by a cent for large amounts. */
function decimal(cents: number, currency: string): `${number}` {
  const places = digits(currency)
  const figures = String(cents).padStart(places + 1, '0')
  if (places === 0) return figures as `${number}`
  return `${figures.slice(0, -places)}.${figures.slice(-places)}` as `${number}`
}

/**
 * Formats an amount in the smallest unit of its currency in US format (rules/purchases#money): `€149.00`, `¥1,500`. A
 * sum above the largest exact number is shown as "more than" that number.
 */
export function money(cents: number, currency: string): string {
  if (cents > MAX_CENTS) return `More than ${money(MAX_CENTS, currency)}`
  const places = digits(currency)
  // Amounts in rupiah are shown with decimals only if these are not zero.
  const parts = cents % 10 ** places !== 0 && { minimumFractionDigits: places }
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...parts })
  return format.format(decimal(cents, currency))
}

/**
 * Parses a typed amount, `49` or `49.90`, and returns it in the smallest unit; null for an invalid or too large amount.
 */
export function cents(typed: string, currency: string): number | null {
  const [, whole, part = ''] = /^(\d{1,16})(?:[.,](\d{1,3}))?$/.exec(typed.trim()) ?? []
  const places = digits(currency)
  if (whole === undefined || part.length > places) return null
  const amount = Number(whole + part.padEnd(places, '0'))
  return amount <= MAX_CENTS ? amount : null
}

/** Returns an amount for a cell of a CSV file: a number, or a text if a number would lose digits. */
export function moneyCell(cents: unknown, currency: unknown): string | number | null {
  if (typeof cents !== 'number' || typeof currency !== 'string') return null
  const amount = decimal(cents, currency)
  // Spreadsheets store only 15 digits of a number.
  return cents < 1e15 ? Number(amount) : amount
}
