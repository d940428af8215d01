import { characterCount, LIMITS } from '../records/limits'

const WEB_LINK = /^https?:\/\/[^\s/?#@:\\<>"]+(?::\d{1,5})?(?:[/?#][^\s\\<>"]*)?$/i
const CONTROL = /\p{Cc}/u

/**
 * Returns whether a link is valid, by the same rule as the database (`private.is_web_link`): http(s) with a host, no
 * user, at most 2,000 characters.
 */
export function isWebLink(link: string): boolean {
  return WEB_LINK.test(link) && !CONTROL.test(link) && characterCount(link) <= LIMITS.link
}
