/** Replaces what was removed. */
export const REDACTED = '[redacted]'

const DEEPEST = 6
const MOST_ENTRIES = 50
const LONGEST = 2000

/** Names of secrets and of people's emails, in objects and in text. */
const SECRET_NAME =
  /pass(?:word|phrase|code|wd)?|secret|token|authori[sz]ation|cookie|api[_-]?key|credential|private[_-]?key|otp|jwt|verifier|session|e-?mail|phone|recovery/i

const TEXTS: readonly [RegExp, string][] = [
  // A signed token, even if its end is cut off.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, REDACTED],
  [/\b(bearer|basic|digest)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // User and password before the host of an address.
  [/(\w:\/\/)[^/?#\s@]+@/g, `$1${REDACTED}@`],
  // Invites, password resets and confirmations have their token in the path.
  [
    /(\/(?:invite|join|accept-invite|reset-password|confirm-email)\/)[^/?#\s"'<>]+/gi,
    `$1${REDACTED}`,
  ],
  // Everything in a query or a fragment, because it is unknown what of it is harmless.
  [/([?&#;][\w.%~[\]-]+=)[^&#;\s"'<>]*/g, `$1${REDACTED}`],
  // "password": "…", token=…, apikey: …
  [
    new RegExp(
      `((?:${SECRET_NAME.source})[\\w-]*["']?\\s*[:=]\\s*)(?:"[^"]*"|'[^']*'|(?!\\[redacted\\])[^\\s"',;&}]+)`,
      'gi',
    ),
    `$1${REDACTED}`,
  ],
  [/[\p{L}\p{N}._%+'-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu, REDACTED],
  // Keys and hashes are long and mixed; our ids are neither.
  [
    /(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/gi,
    REDACTED,
  ],
]

/** Removes tokens, passwords, keys, emails and the values of queries from a text, and cuts a very long one. */
export function redactText(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return TEXTS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), short)
}

/**
 * Returns any value as plain data that can be stored, without secrets: texts like `redactText`, and nothing under the
 * name of a secret or an email. Deep, long and circular data is cut. Never throws.
 */
export function redact(value: unknown): unknown {
  return plain(value, 0, new Set())
}

function plain(value: unknown, depth: number, above: ReadonlySet<object>): unknown {
  switch (typeof value) {
    case 'string':
      return redactText(value)
    case 'number':
    case 'boolean':
    case 'undefined':
      return value
    case 'bigint':
      return String(value)
    case 'object':
      return value === null ? null : plainObject(value, depth, above)
    default:
      return `[${typeof value}]`
  }
}

function plainObject(value: object, depth: number, above: ReadonlySet<object>): unknown {
  if (above.has(value)) return '[circular]'
  if (depth >= DEEPEST) return '[deep]'
  const inside = new Set(above).add(value)
  try {
    if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
    if (value instanceof URL) return redactText(value.href)
    if (Array.isArray(value)) {
      return value.slice(0, MOST_ENTRIES).map((item) => plain(item, depth + 1, inside))
    }
    return Object.fromEntries(
      entriesOf(value)
        .slice(0, MOST_ENTRIES)
        .map(([name, item]) => [
          redactText(name),
          SECRET_NAME.test(name) ? REDACTED : plain(item, depth + 1, inside),
        ]),
    )
  } catch {
    // A getter or a proxy may throw.
    return '[unreadable]'
  }
}

/** The important properties of an error are not enumerable. */
function entriesOf(value: object): [string, unknown][] {
  if (value instanceof Map || value instanceof Headers || value instanceof URLSearchParams) {
    return [...value.entries()].map(([name, item]) => [String(name), item])
  }
  if (value instanceof Set) return [...value].map((item, place) => [String(place), item])
  if (!(value instanceof Error)) return Object.entries(value)
  const { name, message, stack, cause } = value
  const said = { name, message, stack, ...(cause !== undefined && { cause }) }
  return Object.entries(Object.assign(said, value))
}
