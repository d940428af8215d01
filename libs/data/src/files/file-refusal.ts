import { endingOf } from './file-types'

/** The most bytes of a file; the bucket has the same limit. */
export const MOST_BYTES = 50 * 1024 * 1024

/**
 * Returns why a file is not accepted, as a sentence, or null. The database and storage check again (rules/files#send).
 */
export function fileRefusal({ name, size }: { name: string; size: number }): string | null {
  const ending = endingOf(name)
  if (/^(svgz?|html?|xhtml|xml|mhtml?)$/.test(ending)) return pageRefusal(name)
  if (/^hei[cf]$/.test(ending)) return heicRefusal(name)
  if (size > MOST_BYTES) return `${name} is larger than 50 MB. Link to it instead.`
  if (size === 0) return `${name} is empty.`
  return null
}

/** The refusal of a file that a browser would run. */
export const pageRefusal = (name: string): string =>
  `${name}: pages and SVG pictures can run code, so they are not taken. Send a PNG or WebP picture, or a PDF.`

/** The refusal of a phone's picture format, which few browsers show. */
export const heicRefusal = (name: string): string =>
  `${name} is a HEIC picture, which most browsers do not show. Save it as JPEG or PNG, and send that.`
