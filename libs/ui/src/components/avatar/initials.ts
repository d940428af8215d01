/**
 * Up to two initials from a name, else from an e-mail address, else `ME` (rules/interface#avatar). Takes the
 * first and the last word, so that middle names do not push the surname out.
 */
export function initials(
  name: string | null | undefined,
  email: string | null | undefined,
): string {
  const words = split(name, /\s+/) ?? split(email?.split('@')[0], /[._+-]+/) ?? []
  const first = words[0]
  const last = words.length > 1 ? words.at(-1) : undefined
  return [first, last].map(firstLetter).join('').toUpperCase() || 'ME'
}

function split(text: string | null | undefined, by: RegExp): string[] | null {
  const words = (text ?? '').trim().split(by).filter(Boolean)
  return words.length > 0 ? words : null
}

/** A whole letter, as a reader sees it: with its accents, a flag with both of its halves. */
const firstLetter = (word = '') => [...new Intl.Segmenter().segment(word)][0]?.segment ?? ''
