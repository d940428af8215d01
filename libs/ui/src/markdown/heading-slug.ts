const DROPPED = /[^\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\- ]/gu

/**
 * Returns the id that GitHub gives a heading (the rule of github-slugger, without its table of 3 kB): lower case,
 * punctuation dropped, spaces replaced by hyphens. Returns an empty string if nothing is left.
 */
export function headingSlug(text: string): string {
  return text.toLowerCase().replace(DROPPED, '').replace(/ /g, '-')
}
