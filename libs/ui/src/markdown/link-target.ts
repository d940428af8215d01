/** Paths of the portal to which a text may link (rules/courses#links-inside). */
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

/** Decodes the fragment of an address to an id. A fragment with invalid escapes is returned as it is. */
export function decodeFragment(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns what an address in a lesson leads to: a course or lesson of the portal, a page on the web, an email, a
 * place in the same text, or nothing. Relative addresses have no base here, and other schemes are refused. An
 * absolute address of this `origin` that leads to a course counts as a path of the portal.
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
