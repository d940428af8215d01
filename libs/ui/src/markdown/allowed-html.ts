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

/** Elements that the sanitiser removes together with their content, or that the HTML parser drops. */
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

/** `<branch-name>` and `<MESSAGE>` are placeholders in the text; `<my-player src>` and `<Tabs>` are elements. */
function isComponent(name: string, isClosing: boolean, rest: string): boolean {
  if (/^[A-Z][A-Z0-9_-]*$/.test(name)) return false
  if (/[A-Z:]/.test(name)) return true
  return name.includes('-') && (isClosing || rest.trim() !== '')
}

/**
 * Replaces elements that are not allowed by plain boxes, and placeholders in angle brackets, as in `cp <source>
 * <target>`, by the text that they mean. This is for readability and speed; safety is the work of `sanitize`.
 */
export function replaceTags(html: string): string {
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    const known = name.toLowerCase()
    if (KEPT.has(known)) return tag
    const box = REPLACED.get(known) ?? (isComponent(name, slash !== '', rest) ? 'span' : undefined)
    return box === undefined ? `&lt;${slash}${name}${rest}&gt;` : `<${slash}${box}>`
  })
}
