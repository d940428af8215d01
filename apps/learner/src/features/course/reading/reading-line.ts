/** Where reading happens: the first line below the bars at the window's edge, in pixels from its top. */
export function readingLine(): number {
  const padding = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
  return Number.isNaN(padding) ? 0 : padding
}
