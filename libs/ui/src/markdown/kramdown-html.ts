import type { TokenizerExtension, Tokens } from 'marked'

const CONTAINERS =
  'div|section|article|aside|header|footer|main|nav|center|details|summary|figure|figcaption|blockquote|table|thead|tbody|tfoot|tr|td|th|ul|ol|li|dl|dt|dd|p'

const VALUE = `(?:"(?:1|block|span)"|'(?:1|block|span)'|1|block|span)`
const OPENING = `<(?:${CONTAINERS})(?=[ \\t\\n])[^<>]*?\\smarkdown[ \\t]*=[ \\t]*${VALUE}(?=[\\s>/])[^<>]*>`

const OPENS = new RegExp(`^ {0,3}(${OPENING})[ \\t]*\\n?`, 'i')
const OPENS_LATER = new RegExp(OPENING, 'i')

/** Indented HTML on the next line belongs to the same block; as a separate block it would become code. */
const NEXT_LINE_IS_TEXT = '(?:\\n(?![ \\t]*<| {4}|\\t)|$)'
const CLOSES = new RegExp(`^ {0,3}</(?:${CONTAINERS})[ \\t]*>[ \\t]*${NEXT_LINE_IS_TEXT}`, 'i')
const SUMMARY = new RegExp(
  `^ {0,3}<summary(?:[ \\t][^<>\\n]*)?>[^\\n]*</summary>[ \\t]*${NEXT_LINE_IS_TEXT}`,
  'i',
)

const STARTS_LIKE_HTML = /^ {0,3}<[a-z/]/i
const STARTS_BLOCK = new RegExp(`^ {0,3}</?(?:${CONTAINERS})(?=[\\s>/])`, 'i')
/** The number of characters of an HTML block that are searched, so that a hostile text takes linear time. */
const SEARCHED = 2000

function html(raw: string, text: string = raw): Tokens.HTML {
  return { type: 'html', raw, text, pre: false, block: true }
}

/** Returns the part of an HTML block before a nested `<div markdown="1">`, if there is one. */
function beforeNestedOpening(src: string): string | undefined {
  if (!STARTS_BLOCK.test(src)) return undefined
  const searched = src.slice(0, SEARCHED)
  const block = searched.slice(0, /\n[ \t]*\n/.exec(searched)?.index ?? SEARCHED)
  const at = OPENS_LATER.exec(block)?.index
  return at === undefined || at === 0 ? undefined : block.slice(0, at)
}

/**
 * kramdown's `<div markdown="1">`: the tag is HTML, and its content is Markdown, with or without blank lines. Only
 * the tags become HTML tokens; the text between them returns to the block parser, and the browser's HTML parser
 * pairs the tags. So nesting needs no recursion, a missing closing tag breaks nothing, and fenced or indented code
 * never gets here.
 */
export const kramdownHtml: TokenizerExtension = {
  name: 'kramdownHtml',
  level: 'block',
  tokenizer(src) {
    if (!STARTS_LIKE_HTML.test(src)) return undefined
    const opening = OPENS.exec(src)
    if (opening) {
      // A paragraph cannot contain blocks, so it becomes a `<div>`.
      return html(opening[0], (opening[1] ?? '').replace(/^<p(?=\s)/i, '<div'))
    }
    const alone = CLOSES.exec(src) ?? SUMMARY.exec(src)
    if (alone) return html(alone[0])
    const before = beforeNestedOpening(src)
    return before === undefined ? undefined : html(before)
  },
}
