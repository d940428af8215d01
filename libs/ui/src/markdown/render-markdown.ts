import { make } from './dom'
import { markdownToHtml } from './markdown-to-html'
import { markAlerts } from './pass-alerts'
import { applyAttributeLists } from './pass-attribute-lists'
import { frameCode } from './pass-code'
import { settleDirections } from './pass-directions'
import { type FilesOfText, settleFiles } from './pass-files'
import { gatherFootnotes } from './pass-footnotes'
import { linkHeadings } from './pass-headings'
import { settleImages } from './pass-images'
import { settleLinks } from './pass-links'
import { nameContent } from './pass-names'
import { wrapTables } from './pass-tables'
import { labelTasks } from './pass-tasks'
import { sanitize } from './sanitize'

export interface RenderOptions {
  /**
   * How many heading levels the page uses above the text: 1 when the lesson's title is the h1 (the
   * text then starts at h2), 2 when it is an h2. 1 unless given.
   */
  headingOffset?: number
  /** Links to this origin stay in the tab. The page's own unless given. */
  origin?: string
  /** The lesson's files; without them what names one is its words alone. */
  files?: FilesOfText | undefined
}

/** A `<p>` around a block is closed early by the HTML parser and leaves an empty one behind. */
function dropEmptyParagraphs(root: ParentNode): void {
  for (const paragraph of root.querySelectorAll('p')) {
    const empty = paragraph.firstElementChild === null && paragraph.textContent?.trim() === ''
    if (empty && paragraph.id === '') paragraph.remove()
  }
}

function compose(
  source: string,
  offset: number,
  origin: string,
  files: FilesOfText | undefined,
): DocumentFragment {
  const root = sanitize(markdownToHtml(source))
  applyAttributeLists(root)
  const ids = nameContent(root)
  frameCode(root)
  dropEmptyParagraphs(root)
  linkHeadings(root, offset, ids)
  gatherFootnotes(root, ids)
  if (files) settleFiles(root, files)
  settleImages(root, origin)
  settleLinks(root, ids, origin)
  markAlerts(root)
  labelTasks(root)
  wrapTables(root)
  settleDirections(root)
  return root
}

/** What remains when nesting goes beyond what the DOM can take: the text, readable, as written. */
function asWritten(source: string): DocumentFragment {
  const root = document.createDocumentFragment()
  root.append(make('pre', 'md-as-written', source))
  return root
}

/**
 * A lesson's Markdown as a detached, safe fragment ready to be put into the page (rules/courses#text): GFM, kramdown blocks and the inline HTML of real courses; strict allow list; ids and
 * classes of the author prefixed; headings shifted and linkable; links and images settled; each
 * block in the direction of its text; code blocks framed but not yet coloured (`highlightCode`). Needs a DOM. Never throws, whatever the
 * text, and takes time in proportion to its length.
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): DocumentFragment {
  const { headingOffset = 1, origin = globalThis.location?.origin ?? '', files } = options
  try {
    return compose(source, headingOffset, origin, files)
  } catch {
    return asWritten(source)
  }
}
