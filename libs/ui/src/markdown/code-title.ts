const TITLE = /(?:^|[\s{,])(?:title|filename)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'},]+))/i

/**
 * Splits the info string of a code fence (`js title="app.js"`) into the title, empty if there is none, and the rest,
 * which names the language.
 */
export function codeTitle(written: string): { title: string; lang: string } {
  const found = TITLE.exec(written)
  if (found === null) return { title: '', lang: written }
  const title = found[1] ?? found[2] ?? found[3] ?? ''
  return { title: title.trim(), lang: written.replace(found[0], ' ').trim() }
}
