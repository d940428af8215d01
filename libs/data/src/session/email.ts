/** Matches control characters, format characters (zero-width ones, direction marks, soft hyphens), and fillers. */
const INVISIBLE = /\u034F|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164]/gu

/**
 * Normalizes a typed or pasted email, valid or not: removes invisible characters, spaces around it, `mailto:` with the
 * subject after it, angle brackets, and punctuation at its end; replaces full-width letters by normal ones; converts an
 * international domain to the form that mail servers use (rules/accounts#address).
 */
export function readEmail(text: string): string {
  const bare = text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .trim()
    .replace(/^<?\s*(mailto:)?([^>]*)>?$/iu, '$2')
    .replace(/\?.*$/u, (query) => (query.includes('@') ? query : ''))
    .replace(/[\s.,;]+$/u, '')
    .trim()
  const at = bare.lastIndexOf('@')
  return at === -1 ? bare : bare.slice(0, at + 1) + asciiDomain(bare.slice(at + 1))
}

/** Returns the ASCII form of an international domain; any other text unchanged. */
function asciiDomain(domain: string): string {
  if (/^[\p{ASCII}]*$/u.test(domain) || /[\s/:?#@[\]\\]/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * Returns the emails under which an existing account may be stored: the normalized email and, if it differs, the text
 * as typed.
 */
export function knownEmails(text: string): [string, ...string[]] {
  const [read, typed] = [readEmail(text), text.trim()]
  return read.toLowerCase() === typed.toLowerCase() ? [typed] : [read, typed]
}

const WORD = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+"
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const FORM = new RegExp(
  `^${WORD}(?:\\.${WORD})*@(?:${LABEL}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`,
  'i',
)

/**
 * Returns whether a new account may have a normalized email; the same rule as `private.is_email()`
 * (rules/accounts#address).
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && FORM.test(text)
}

/** Returns the error of a new account's email; null if it is valid. */
export function emailProblem(text: string): string | null {
  if (!text.trim()) return 'Email is required'
  return isEmail(readEmail(text)) ? null : 'Please enter a valid email address'
}

/**
 * Returns the error of an existing account's email; null if it is valid. Some old accounts have emails that new
 * accounts may not have, so fewer rules apply.
 */
export function knownEmailProblem(text: string): string | null {
  if (!text.trim()) return 'Email is required'
  return /^[^@\s]+@[^@\s]+$/.test(text.trim()) ? null : 'Please enter a valid email address'
}
