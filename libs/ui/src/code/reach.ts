/** Makes a block that scrolls focusable, for browsers that do not do so by themselves. For `ref`. */
export function reach(block: HTMLElement | null): void {
  if (!block) return
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = block
  if (scrollWidth > clientWidth || scrollHeight > clientHeight) block.tabIndex = 0
}
