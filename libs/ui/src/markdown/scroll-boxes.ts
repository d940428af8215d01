function setReachable(box: HTMLElement, reachable: boolean): void {
  if (reachable) {
    box.tabIndex = 0
    box.setAttribute('role', 'group')
    box.setAttribute('aria-label', box.dataset.scrollName ?? '')
  } else {
    // Without the attribute, a box that has the focus would lose it.
    if (box === document.activeElement) box.tabIndex = -1
    else box.removeAttribute('tabindex')
    box.removeAttribute('role')
    box.removeAttribute('aria-label')
  }
}

/**
 * Makes code blocks and tables that are wider than their box focusable, as named groups: landmarks would need names
 * that no other text of the page has. Narrower ones get no tab stop, because thirty stops at short blocks help nobody.
 * Returns a function that stops the observers.
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
