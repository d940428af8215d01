/** The text that replaces a secret. */
export const REDACTED = '[redacted]'

const DEEPEST = 6
const MAX_ENTRIES = 50
const LONGEST = 2000

/** Matches names of secrets and of emails, in objects and in texts. */
const SECRET_NAME =
  /pass(?:word|phrase|code|wd)?|secret|token|authori[sz]ation|cookie|api[_-]?key|credential|private[_-]?key|otp|jwt|verifier|session|e-?mail|phone|recovery/i

const TEXTS: readonly [RegExp, string][] = [
  // A signed token (JWT), even if its end was cut off.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}/g, REDACTED],
  [/\b(bearer|basic|digest)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`],
  // User and password before the host of an address.
  [/(\w:\/\/)[^/?#\s@]+@/g, `$1${REDACTED}@`],
  // Paths of invites, password resets and confirmations contain a token.
  [
    /(\/(?:invite|join|accept-invite|reset-password|confirm-email)\/)[^/?#\s"'<>]+/gi,
    `$1${REDACTED}`,
  ],
  // All values in queries and fragments, because some may be secret.
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
  // Keys and hashes are long and mix letters with digits. Ids of this product are recognised by their hyphens and stay.
  [
    /(?<![\w-])(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-]))(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{32,}/gi,
    REDACTED,
  ],
]

/** Removes tokens, passwords, keys, emails and the values of queries from a text, and shortens a very long text. */
export function redactText(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
  return TEXTS.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), short)
}

/**
 * Converts a value to plain data without secrets: texts as by `redactText`, and no values whose names belong to secrets
 * or emails. Deep, long and circular data is shortened. Never throws.
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
      return value.slice(0, MAX_ENTRIES).map((item) => plain(item, depth + 1, inside))
    }
    return Object.fromEntries(
      entriesOf(value)
        .slice(0, MAX_ENTRIES)
        .map(([name, item]) => [
          redactText(name),
          SECRET_NAME.test(name) ? REDACTED : plain(item, depth + 1, inside),
        ]),
    )
  } catch {
    // Reading a property can throw in a getter or a proxy.
    return '[unreadable]'
  }
}

/** Returns the properties of an object. Those of an error are listed by name, because they are not enumerable. */
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
