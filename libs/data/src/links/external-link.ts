/**
 * In: a link as typed. Out: it as a URL when it is http(s), else null. The database holds
 * nothing else (rules/courses#links); a link is checked once more where it becomes clickable.
 */
export function externalLink(text: string | null | undefined): URL | null {
  if (!text || !/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Whether a link is a path on this origin: one leading slash, never two. */
export function isAppPath(link: string): boolean {
  return /^\/(?![/\\])/.test(link)
}

export interface TextPart {
  text: string
  /** Where it leads, when it is a link. */
  href: string | null
  at: number
}

/** With its scheme, or by the `www.` that people write instead. */
const LINK = /(?:https?:\/\/|(?<![\w.@/-])www\.[^\s<>"'.]+\.)[^\s<>"']*[^\s<>"'.,:;!?)\]]/gi

/** In: text. Out: its parts, links and what is between them; closing punctuation stays text. */
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
