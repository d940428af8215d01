/**
 * In: a link that somebody typed. Out: it as a URL when it is http(s), else null. The database holds
 * nothing else (decisions §7); a link is checked once more where it becomes clickable.
 */
export function outsideLink(text: string | null | undefined): URL | null {
  if (!text || !/^https?:\/\//i.test(text)) return null
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/** Whether a link is a path on this origin: one leading slash, never two (decisions §7). */
export function isAppPath(link: string): boolean {
  return /^\/(?![/\\])/.test(link)
}

/** In: text. Out: its parts, those that are links marked as such; closing punctuation stays text. */
export function linkParts(text: string): { text: string; link: boolean; at: number }[] {
  const parts: { text: string; link: boolean; at: number }[] = []
  let end = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+[^\s<>"'.,:;!?)\]]/gi)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), link: false, at: end })
    parts.push({ text: match[0], link: true, at: match.index })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), link: false, at: end })
  return parts
}
