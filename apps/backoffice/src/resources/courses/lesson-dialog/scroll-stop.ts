/**
 * A ref for a named region that scrolls if its first child is too high. Only then is it focusable, so that the
 * keyboard can scroll it in every browser.
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
