const TITLE = /(?:^|[\s{,])(?:title|filename)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'},]+))/i

/**
 * In: what stands after the back ticks of a fence (`js title="app.js"`). Out: the title of the block, empty without
 * one, and the rest, which names the language.
 */
export function codeTitle(written: string): { title: string; lang: string } {
  const found = TITLE.exec(written)
  if (found === null) return { title: '', lang: written }
  const title = found[1] ?? found[2] ?? found[3] ?? ''
  return { title: title.trim(), lang: written.replace(found[0], ' ').trim() }
}
