import { PRODUCT_NAME } from '../../../libs/data/src/settings/product-name.ts'
import { oneLine } from './answer.ts'

// This file uses neither Deno nor Node, because edge functions and the embedded backend both run it.

/**
 * Returns the sender of the school's mails, such as `Harbour School <hello@example.org>` (rules/settings#school). A name
 * in MAIL_FROM wins; the product's own name is the example of the documentation, and counts as none.
 * @param mailFrom MAIL_FROM: an address, or `Name <address>`
 * @param school the name in the settings
 */
export function senderOf(mailFrom: string, school: string): string {
  const { name, address } = senderParts(mailFrom)
  return name === '' || name === PRODUCT_NAME ? `${phrase(oneLine(school))} <${address}>` : mailFrom
}

/** Returns the name in MAIL_FROM, empty for none, and its address, which is not checked. */
export function senderParts(mailFrom: string): { name: string; address: string } {
  const [, written = '', inBrackets] = /^(.*?)<([^<>]*)>\s*$/s.exec(mailFrom) ?? []
  return {
    name: oneLine(written).replace(/^"(.*)"$/, '$1'),
    address: oneLine(inBrackets ?? mailFrom),
  }
}

/** Returns a name as the display name of an address (RFC 5322); the mailer encodes other alphabets. */
function phrase(name: string): string {
  return /^[\p{L}\p{M}\p{N} '&!-]+$/u.test(name) ? name : `"${name.replace(/["\\]/g, '\\$&')}"`
}
