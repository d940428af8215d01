/**
 * Returns a typed link as a URL if it is http(s); otherwise null. The database accepts no other links
 * (rules/courses#links), and each link is checked again here before it becomes clickable.
 */
export function externalLink(text: string | null | undefined): URL | null {
  if (!text || !/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Returns whether a link is a path on this origin: one leading slash, not two. */
export function isAppPath(link: string): boolean {
  return /^\/(?![/\\])/.test(link)
}

export interface TextPart {
  text: string
  /** The link's target; null for text. */
  href: string | null
  at: number
}

/** Matches addresses with a scheme, or with `www.` instead, as people type them. */
const LINK = /(?:https?:\/\/|(?<![\w.@/-])www\.[^\s<>"'.]+\.)[^\s<>"']*[^\s<>"'.,:;!?)\]]/gi

/** Splits a text into links and the text between them. Punctuation at the end of a link belongs to the text. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: link, index } of text.matchAll(LINK)) {
    if (index > end) parts.push({ text: text.slice(end, index), href: null, at: end })
    parts.push({ text: link, href: /^www/i.test(link) ? `https://${link}` : link, at: index })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null, at: end })
  return parts
}
