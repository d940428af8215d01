import { focusPlace, unfold } from '@rookies/ui/markdown/place-in-text'
import { BLOCK, findPassage } from './find-passage'
import { readingLine } from './reading-line'
import './passage.css'

/** Its name in `passage.css`. */
const MARK = 'passage'
/** What a person does who wants to be somewhere else. */
const ACTS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/** Marks without touching the page, which others draw; where a browser cannot, by a selection. */
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

/** Brings the passage into the upper half of the window and, for keyboards and screen readers, the focus to it. */
function goTo(range: Range): void {
  const block = range.startContainer.parentElement?.closest<HTMLElement>(BLOCK)
  if (!block) return
  unfold(block)
  const { top } = range.getBoundingClientRect()
  window.scrollTo(0, scrollY + top - Math.max(readingLine() + 16, innerHeight / 4))
  // A long line of code scrolls by itself.
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
 * Marks a passage of a lesson and takes the person there, as soon as it is there, unless they have begun to do
 * something else by then. One that the lesson does not have any more is let be. Out: a function that ends it.
 */
export function showPassage(article: Element, passage: string): () => void {
  const status = announcer(article)
  const over = new AbortController()
  let shown: Range[] = []
  let acted = false
  for (const act of ACTS) {
    addEventListener(act, () => (acted = true), { signal: over.signal, passive: true, once: true })
  }

  const look = () => {
    // Colouring puts other words in the place of code.
    if (shown.length > 0 && shown.every((range) => !range.collapsed)) return
    const ranges = findPassage(article, passage)
    const [first] = ranges
    if (first === undefined) return
    mark(ranges)
    if (shown.length === 0 && !acted) {
      goTo(first)
      status.textContent = `Opened at “${ranges.map(String).join('')}”`
    }
    shown = ranges
  }
  const observer = new MutationObserver(look)
  observer.observe(article, { childList: true, subtree: true })
  look()

  return () => {
    over.abort()
    observer.disconnect()
    status.remove()
    unmark()
  }
}
