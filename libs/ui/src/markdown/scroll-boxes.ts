function setReachable(box: HTMLElement, reachable: boolean): void {
  if (reachable) {
    box.tabIndex = 0
    box.setAttribute('role', 'group')
    box.setAttribute('aria-label', box.dataset.scrollName ?? '')
  } else {
    // A focused box keeps the attribute, because it would lose the focus without it.
    if (box === document.activeElement) box.tabIndex = -1
    else box.removeAttribute('tabindex')
    box.removeAttribute('role')
    box.removeAttribute('aria-label')
  }
}

/**
 * Makes code blocks and tables that are wider than their box focusable, as groups with names. Landmarks would need
 * names that are unique on the page. Narrower blocks are not focusable, because a page with thirty more tab stops is
 * harder to use. Returns a function that stops the observers.
 */
export function watchScrollBoxes(root: ParentNode): () => void {
  const boxes = root.querySelectorAll<HTMLElement>('.md-scroll')
  if (typeof ResizeObserver === 'undefined') {
    for (const box of boxes) setReachable(box, true)
    return () => undefined
  }
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target instanceof HTMLElement) {
        setReachable(target, target.scrollWidth > target.clientWidth)
      }
    }
  })
  for (const box of boxes) observer.observe(box)
  return () => observer.disconnect()
}
