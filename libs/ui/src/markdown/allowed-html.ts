function names(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** The elements that a lesson may use (rules/courses#text). */
export const ALLOWED_TAGS = names(`
  h1 h2 h3 h4 h5 h6 p br hr wbr div span section article blockquote ol ul li dl dt dd
  figure figcaption details summary table caption colgroup col thead tbody tfoot tr th td
  a abbr b bdi bdo cite code del dfn em i img input ins kbd mark pre q rp rt ruby s samp small
  strong sub sup time u var
`)

/** The attributes that those elements may have. Later passes restrict addresses, ids, classes and sizes. */
export const ALLOWED_ATTRIBUTES = names(`
  href src alt title id name class lang dir width height align open start reversed value type
  checked colspan rowspan scope headers cite datetime
`)

/** Elements that `replaceTags` leaves to the sanitiser, which removes them with their content, or to the parser. */
const LEFT_TO_SANITISER = names(`
  script style svg math iframe template noscript title head html body textarea select option
  optgroup object embed audio video source track canvas map area xmp plaintext noembed noframes
  frameset frame applet link meta base param
`)

const BECOMES_DIV = names(
  'address aside center dialog fieldset footer form header hgroup main menu nav search',
)
const BECOMES_SPAN = names(
  'acronym big button data datalist font label legend marquee meter nobr output picture progress slot strike tt',
)

const KEPT = new Set([...ALLOWED_TAGS, ...LEFT_TO_SANITISER])
const REPLACED = new Map([
  ...BECOMES_DIV.map((tag) => [tag, 'div'] as const),
  ...BECOMES_SPAN.map((tag) => [tag, 'span'] as const),
])

const TAG = /<(\/?)([a-z][\w:-]*)([^<>]*)>/gi

/**
 * Replaces HTML elements that are not allowed by `div` or `span`. Tags that are not HTML, such as the placeholders in
 * `cp <source> <target>` or the component `<App />`, become text. This is for readability and speed; `sanitize` is what
 * makes the HTML safe.
 */
export function replaceTags(html: string): string {
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    const known = name.toLowerCase()
    if (KEPT.has(known)) return tag
    const box = REPLACED.get(known)
    return box === undefined ? `&lt;${slash}${name}${rest}&gt;` : `<${slash}${box}>`
  })
}

const DROPPED_WITH_CONTENT =
  /<(script|style|title|textarea|iframe|noscript|template|noembed|noframes|xmp|plaintext|select|svg|math|object|video|audio|canvas|applet|map)\b[^<>]*>/gi

/** Turns an unclosed tag into text if the sanitiser would drop all that follows it, as in `Put the <style> first`. */
export function escapeUnclosedTags(html: string): string {
  const lower = html.toLowerCase()
  const ends = new Map<string, number>()
  return html.replace(DROPPED_WITH_CONTENT, (tag, name: string, at: number) => {
    const known = name.toLowerCase()
    const end = ends.get(known) ?? lower.lastIndexOf(`</${known}`)
    ends.set(known, end)
    return end > at ? tag : `&lt;${tag.slice(1)}`
  })
}
