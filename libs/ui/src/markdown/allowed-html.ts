function words(text: string): string[] {
  return text.trim().split(/\s+/)
}

/** The elements a lesson may use (rules/courses#text). */
export const ALLOWED_TAGS = words(`
  h1 h2 h3 h4 h5 h6 p br hr wbr div span section article blockquote ol ul li dl dt dd
  figure figcaption details summary table caption colgroup col thead tbody tfoot tr th td
  a abbr b bdi bdo cite code del dfn em i img input ins kbd mark pre q rp rt ruby s samp small
  strong sub sup time u var
`)

/** The attributes they may carry. Addresses, ids, classes and sizes are narrowed further. */
export const ALLOWED_ATTRIBUTES = words(`
  href src alt title id name class lang dir width height align open start reversed value type
  checked colspan rowspan scope headers cite datetime
`)

/** Elements that go together with what is in them, or that the HTML parser itself drops. */
const LEFT_TO_SANITISER = words(`
  script style svg math iframe template noscript title head html body textarea select option
  optgroup object embed audio video source track canvas map area xmp plaintext noembed noframes
  frameset frame applet link meta base param
`)

const BECOMES_DIV = words(
  'address aside center dialog fieldset footer form header hgroup main menu nav search',
)
const BECOMES_SPAN = words(
  'acronym big button data datalist font label legend marquee meter nobr output picture progress slot strike tt',
)

const KEPT = new Set([...ALLOWED_TAGS, ...LEFT_TO_SANITISER])
const REPLACED = new Map([
  ...BECOMES_DIV.map((tag) => [tag, 'div'] as const),
  ...BECOMES_SPAN.map((tag) => [tag, 'span'] as const),
])

const TAG = /<(\/?)([a-z][\w:-]*)([^<>]*)>/gi

/** `<branch-name>` and `<MESSAGE>` are words to fill in; `<my-player src>` and `<Tabs>` are elements. */
function isComponent(name: string, isClosing: boolean, rest: string): boolean {
  if (/^[A-Z][A-Z0-9_-]*$/.test(name)) return false
  if (/[A-Z:]/.test(name)) return true
  return name.includes('-') && (isClosing || rest.trim() !== '')
}

/**
 * HTML of a lesson with the elements that aren't allowed replaced by plain boxes, and words in angle
 * brackets that are no element at all, as in `cp <source> <target>`, turned into the text they were
 * meant to be. This is for the reader and for speed; safety is `sanitize`'s work.
 */
export function replaceTags(html: string): string {
  return html.replace(TAG, (tag, slash: string, name: string, rest: string) => {
    const known = name.toLowerCase()
    if (KEPT.has(known)) return tag
    const box = REPLACED.get(known) ?? (isComponent(name, slash !== '', rest) ? 'span' : undefined)
    return box === undefined ? `&lt;${slash}${name}${rest}&gt;` : `<${slash}${box}>`
  })
}
