/** Longer blocks stay plain, because highlighting them would delay the page noticeably. */
const LONGEST = 20_000
/** Milliseconds after which highlighting pauses, so that it does not block the page. */
const SLICE = 8

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/**
 * Highlights the code blocks of a rendered lesson, a few milliseconds at a time. The highlighter loads only if there
 * is a block in a language that it knows. Stops once `signal` is aborted. If the highlighter cannot be loaded, the
 * code stays plain.
 */
export async function highlightCode(root: ParentNode, signal: AbortSignal): Promise<void> {
  const blocks = [...root.querySelectorAll<HTMLElement>('code[data-grammar]')].filter(
    (block) => (block.textContent?.length ?? 0) <= LONGEST,
  )
  if (blocks.length === 0) return
  const highlighter = await import('./highlighter').catch(() => null)
  if (highlighter === null) return
  let sliceEnds = performance.now() + SLICE
  for (const block of blocks) {
    if (performance.now() > sliceEnds) {
      await pause()
      sliceEnds = performance.now() + SLICE
    }
    const html = await highlighter.colour(block.textContent ?? '', block.dataset.grammar ?? '')
    if (signal.aborted) return
    delete block.dataset.grammar
    if (html === null) continue
    const template = document.createElement('template')
    template.innerHTML = html
    block.replaceChildren(template.content)
  }
}
