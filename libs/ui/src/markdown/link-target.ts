/** Paths of the portal that a text may lead to (rules/courses#links-inside). */
const IN_PORTAL = /^\/(?:app\/)?courses\/[a-z0-9-]+(?:[/?#]|$)/

export type LinkTarget =
  | { kind: 'inside'; href: string }
  | { kind: 'web'; href: string; external: boolean }
  | { kind: 'mail'; href: string }
  | { kind: 'fragment'; id: string }
  | { kind: 'none' }

function parse(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}

/** The part of an address after `#`, as the id it stands for; badly escaped text as it is. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * What an address in a lesson may lead to: a course or lesson of the portal by its path, a page on the web, a mail
 * address, a place in the same text, or nothing (relative addresses have no base here; other schemes are refused).
 * A whole address of this `origin` that leads to a course is a path of the portal too.
 */
export function linkTarget(address: string, origin: string): LinkTarget {
  const text = address.trim()
  if (text.startsWith('#')) return { kind: 'fragment', id: decodeFragment(text.slice(1)) }
  if (IN_PORTAL.test(text)) return { kind: 'inside', href: text }
  const url = parse(text.startsWith('//') ? `https:${text}` : text)
  if (url === null) return { kind: 'none' }
  if (url.protocol === 'mailto:') return { kind: 'mail', href: url.href }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return { kind: 'none' }
  const path = url.href.slice(url.origin.length)
  if (url.origin === origin && IN_PORTAL.test(path)) return { kind: 'inside', href: path }
  return { kind: 'web', href: url.href, external: url.origin !== origin }
}
