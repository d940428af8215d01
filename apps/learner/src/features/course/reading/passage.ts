import { focusPlace, unfold } from '@rookies/ui/markdown/place-in-text'
import { BLOCK, findPassage } from './find-passage'
import { readingLine } from './reading-line'
import './passage.css'

/** The name of the highlight in `passage.css`. */
const MARK = 'passage'
/** Events that mean that a person scrolls or goes elsewhere. */
const SCROLL_EVENTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Marks the ranges with a highlight, which does not change the page, or with a selection if the browser has no
 * highlights.
 */
function mark(ranges: Range[]): void {
  if (CSS.highlights) {
    CSS.highlights.set(MARK, new Highlight(...ranges))
    return
  }
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return
  const selection = getSelection()
  selection?.setBaseAndExtent(
    first.startContainer,
    first.startOffset,
    last.endContainer,
    last.endOffset,
  )
}

function unmark(): void {
  CSS.highlights?.delete(MARK)
}

/** Scrolls the passage into the upper half of the window, and focuses it for keyboards and screen readers. */
function goTo(range: Range): void {
  const block = range.startContainer.parentElement?.closest<HTMLElement>(BLOCK)
  if (!block) return
  unfold(block)
  const { top } = range.getBoundingClientRect()
  window.scrollTo(0, scrollY + top - Math.max(readingLine() + 16, innerHeight / 4))
  // A long line of code scrolls in its own box.
  const box = block.closest('.md-scroll')
  if (box)
    box.scrollLeft += Math.max(
      0,
      range.getBoundingClientRect().left - box.getBoundingClientRect().right + 240,
    )
  focusPlace(block)
}

function announcer(article: Element): HTMLElement {
  const status = document.createElement('p')
  status.className = 'passage-status'
  status.setAttribute('role', 'status')
  article.append(status)
  return status
}

/**
 * Marks a passage of a lesson and scrolls to it as soon as it is on the page, unless the person has scrolled by then. A
 * passage that the lesson no longer contains is ignored. Returns a function that stops it.
 */
export function showPassage(article: Element, passage: string): () => void {
  const status = announcer(article)
  const stopping = new AbortController()
  let shown: Range[] = []
  let hasScrolled = false
  for (const event of SCROLL_EVENTS) {
    addEventListener(event, () => (hasScrolled = true), {
      signal: stopping.signal,
      passive: true,
      once: true,
    })
  }

  const markPassage = () => {
    // A range collapses when syntax highlighting replaces the text nodes of code. The passage is then marked again.
    if (shown.length > 0 && shown.every((range) => !range.collapsed)) return
    const ranges = findPassage(article, passage)
    const [first] = ranges
    if (first === undefined) return
    mark(ranges)
    if (shown.length === 0 && !hasScrolled) {
      goTo(first)
      status.textContent = `Opened at “${ranges.map(String).join('')}”`
    }
    shown = ranges
  }
  const observer = new MutationObserver(markPassage)
  observer.observe(article, { childList: true, subtree: true })
  markPassage()

  return () => {
    stopping.abort()
    observer.disconnect()
    status.remove()
    unmark()
  }
}
