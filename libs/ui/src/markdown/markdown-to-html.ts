import { Marked, Renderer } from 'marked'
import { escapeUnclosedTags, replaceTags } from './allowed-html'
import { emphasisMask, emStrong } from './cjk-emphasis'
import { codeTitle } from './code-title'
import { escapeHtml } from './escape-html'
import { definitionHtml, footnoteDefinition, footnoteReference, referenceHtml } from './footnotes'
import { kramdownHtml } from './kramdown-html'
import { prepareSource } from './prepare-source'

const FRAME = /<iframe\b([^<>]*)>/gi
const SRC = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i
const TITLE = /\stitle\s*=\s*(?:"([^"]*)"|'([^']*)')/i

const OPENING_TAG = /<[a-z][^<>]*>/gi
const REPORTED = /(?:\s|(?<=[/"']))(?:style|on[a-z]+)\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+)/gi
const BASE = /<base\b[^<>]*>/gi
const STYLE_TAG = /<(\/?)style\b/gi

/**
 * Removes styles, event handlers and `<base>`, which `sanitize` would remove too. But the sanitiser parses the HTML in
 * a document with the page's content security policy, so the browser would report each of them to the console.
 */
function withoutConsoleReports(html: string): string {
  return html.replace(BASE, '').replace(OPENING_TAG, (tag) => tag.replace(REPORTED, ''))
}

/**
 * Renames style elements to `xmp`, so that the browser reports none of them either. The parser reads the content of
 * `xmp` as text too, and the sanitiser drops it.
 */
const escapeAndRenameTags = (html: string) => escapeUnclosedTags(html).replace(STYLE_TAG, '<$1xmp')

/** A frame is never shown; a link to its address replaces it. */
function frameToLink(_frame: string, attributes: string): string {
  const src = SRC.exec(attributes)
  const address = src?.[1] ?? src?.[2] ?? src?.[3]
  if (address === undefined) return ''
  const title = TITLE.exec(attributes)
  const label = (title?.[1] ?? title?.[2])?.trim() || 'Open the embedded content'
  return `<a href="${escapeHtml(address.replaceAll('&amp;', '&'))}">${escapeHtml(label)}</a>`
}

const NO_TOKEN = () => undefined

/** @param htmlAsText for what people write to each other: a tag is the text that it is */
function parserFor(htmlAsText: boolean): Marked {
  return new Marked({
    gfm: true,
    extensions: [
      ...(htmlAsText ? [] : [kramdownHtml]),
      {
        ...footnoteDefinition,
        renderer({ label, tokens = [] }) {
          return definitionHtml(String(label), this.parser.parse(tokens))
        },
      },
      { ...footnoteReference, renderer: referenceHtml },
    ],
    hooks: { emStrongMask: emphasisMask },
    tokenizer: { emStrong, ...(htmlAsText ? { html: NO_TOKEN, tag: NO_TOKEN } : {}) },
    renderer: {
      // The title passes the sanitiser as an attribute of the block, and `frameCode` puts it into the bar.
      code(token) {
        const { title, lang } = codeTitle(token.lang ?? '')
        const html = Renderer.prototype.code.call(this, { ...token, lang })
        return title === '' ? html : html.replace('<pre', `<pre title="${escapeHtml(title)}"`)
      },
      html: ({ text }) => withoutConsoleReports(replaceTags(text.replace(FRAME, frameToLink))),
    },
  })
}

const forCourses = parserFor(false)
const forPeople = parserFor(true)

/**
 * Converts Markdown (GFM with kramdown's `markdown="1"` blocks and inline HTML) to HTML. The result is unsafe until
 * it has passed `sanitize`. Never throws: a text that makes the parser fail is returned as one preformatted block.
 * @param htmlAsText takes tags for text (rules/courses#text-of-people)
 */
export function markdownToHtml(source: string, htmlAsText = false): string {
  try {
    const html = (htmlAsText ? forPeople : forCourses).parse(prepareSource(source), {
      async: false,
    })
    return escapeAndRenameTags(html)
  } catch {
    return `<pre>${escapeHtml(source)}</pre>`
  }
}
