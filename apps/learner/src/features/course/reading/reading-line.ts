/** Returns the distance in px from the top of the window to the first line below its bars. */
export function readingLine(): number {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  return Number.isNaN(padding) ? 0 : padding
}
