/** Controls, format characters (zero-width ones, marks of direction, soft hyphens) and fillers. */
const INVISIBLE = /\u034F|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164]/gu

/**
 * In: an address as it was typed or pasted. Out: the address that was meant, whether it is one or not: without
 * invisible characters, blanks, `mailto:`, angle brackets or stops at its end, letters of full width as plain ones, and an
 * international domain in the form that mail servers know (rules/accounts#address).
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

/** What a domain with letters beyond ASCII is called in the mail; any other text as it is. */
function asciiDomain(domain: string): string {
  if (/^[\p{ASCII}]*$/u.test(domain) || /[\s/:?#@[\]\\]/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}

/**
 * In: an address as it was typed to sign in. Out: the addresses that an account may have for it: as new accounts
 * have it, and, where that is another one, as it was typed.
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
 * Whether an account can be made for an address, as `private.is_email()` has it (rules/accounts#address). Takes the address
 * as `readEmail` gives it.
 */
export function isEmail(text: string): boolean {
  return text.length <= 254 && text.indexOf('@') <= 64 && FORM.test(text)
}

/** What is wrong with a field that asks for the address of a new account, or null. */
export function emailProblem(text: string): string | null {
  if (!text.trim()) return 'Email is required'
  return isEmail(readEmail(text)) ? null : 'Please enter a valid email address'
}

/**
 * What is wrong with a field that asks for the address of an account that exists, or null. It asks for less: some
 * have addresses that no new account may have.
 */
export function knownEmailProblem(text: string): string | null {
  if (!text.trim()) return 'Email is required'
  return /^[^@\s]+@[^@\s]+$/.test(text.trim()) ? null : 'Please enter a valid email address'
}
