/** Returns the addresses of the links in an HTML mail, each once, in order. */
export function findLinks(html: string): string[] {
  const links = [...html.matchAll(/<a\b[^>]*?\shref\s*=\s*"([^"]*)"/gi)].map(([, href]) =>
    unescapeHtml(href ?? ''),
  )
  return [...new Set(links)].filter((link) => /^https?:/i.test(link))
}

/** Returns the code in a mail: six to ten digits that stand alone in its text. */
export function findCode(html: string): string | null {
  const text = html.replace(/<(style|head)\b.*?<\/\1>/gis, ' ').replace(/<[^>]*>/g, ' ')
  return /(?<![\w#/.-])\d{6,10}(?![\w/-])/.exec(unescapeHtml(text))?.[0] ?? null
}

function unescapeHtml(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
}
