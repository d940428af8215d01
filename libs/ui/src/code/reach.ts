/** A `ref` callback that makes a scrolling block focusable, which some browsers do not do by themselves. */
export function makeFocusable(block: HTMLElement | null): void {
  if (!block) return
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = block
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) block.tabIndex = 0
}
