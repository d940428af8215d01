const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/**
 * Returns the id that GitHub gives a heading (github-slugger's rule without its 3 kB table): lower case, punctuation
 * dropped, spaces replaced by hyphens. Returns an empty string if nothing is left.
 */
export function headingSlug(text: string): string {
  return text.toLowerCase().replace(DROPPED, '').replace(/ /g, '-')
}
