import { make } from './dom'
import { markdownToHtml } from './markdown-to-html'
import { markAlerts } from './pass-alerts'
import { applyAttributeLists } from './pass-attribute-lists'
import { frameCode } from './pass-code'
import { setDirections } from './pass-directions'
import { type FilesOfText, prepareFiles } from './pass-files'
import { gatherFootnotes } from './pass-footnotes'
import { linkHeadings } from './pass-headings'
import { prepareImages } from './pass-images'
import { prepareLinks } from './pass-links'
import { nameContent } from './pass-names'
import { wrapTables } from './pass-tables'
import { labelTasks } from './pass-tasks'
import { sanitize } from './sanitize'

export interface RenderOptions {
  /**
   * The number of heading levels that the page uses above the text: 1 (the default) if the lesson's title is the h1,
   * so that the text starts at h2; 2 if the title is an h2.
   */
  headingOffset?: number
  /** Links to this origin stay in the tab. The default is the page's own origin. */
  origin?: string
  /** Shows HTML tags as text, for posts and other texts that are not lessons (rules/courses#text-of-people). */
  htmlAsText?: boolean
  /** The lesson's files. Without them, an element that names a file becomes text. */
  files?: FilesOfText | undefined
}

/** Removes empty paragraphs: the HTML parser closes a `<p>` before a block and leaves an empty one after it. */
function dropEmptyParagraphs(root: ParentNode): void {
  for (const paragraph of root.querySelectorAll('p')) {
    const empty = paragraph.firstElementChild === null && paragraph.textContent?.trim() === ''
    if (empty && paragraph.id === '') paragraph.remove()
  }
}

function compose(
  source: string,
  options: RenderOptions & { headingOffset: number; origin: string },
): DocumentFragment {
  const { headingOffset, origin, files, htmlAsText } = options
  const root = sanitize(markdownToHtml(source, htmlAsText))
  applyAttributeLists(root)
  const ids = nameContent(root)
  frameCode(root)
  dropEmptyParagraphs(root)
  linkHeadings(root, headingOffset, ids)
  gatherFootnotes(root, ids)
  if (files) prepareFiles(root, files)
  prepareImages(root, origin)
  prepareLinks(root, ids, origin)
  markAlerts(root)
  labelTasks(root)
  wrapTables(root)
  setDirections(root)
  return root
}

/** Returns the source as plain text, for a text that is nested too deeply for the DOM. */
function asWritten(source: string): DocumentFragment {
  const root = document.createDocumentFragment()
  root.append(make('pre', 'md-as-written', source))
  return root
}

/**
 * Renders a lesson's Markdown to a detached, safe fragment (rules/courses#text): GFM, kramdown blocks and inline
 * HTML, with a strict allow list. Ids and classes of the author get a prefix, headings are shifted and linked, links
 * and images are checked, each block gets the direction of its text, and code blocks get their frame;
 * `highlightCode` adds the colours later. Needs a DOM. Never throws, and takes time in proportion to the text's
 * length.
 */
export function renderMarkdown(source: string, options: RenderOptions = {}): DocumentFragment {
  const { headingOffset = 1, origin = globalThis.location?.origin ?? '' } = options
  try {
    return compose(source, { ...options, headingOffset, origin })
  } catch {
    return asWritten(source)
  }
}
