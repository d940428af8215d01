/**
 * A ref for a named region that scrolls when its first child is too high for it: it can then be reached
 * by keyboard in every browser, and only then.
 */
export function scrollStop(region: HTMLElement | null) {
  if (!region) return
  const observer = new ResizeObserver(() => {
    if (region.scrollHeight > region.clientHeight) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  })
  observer.observe(region)
  if (region.firstElementChild) observer.observe(region.firstElementChild)
  return () => observer.disconnect()
}
