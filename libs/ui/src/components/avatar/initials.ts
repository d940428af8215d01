/**
 * Returns up to two initials from a name, else from an email, else `ME` (rules/interface#avatar). The initials come
 * from the first and the last word, so that a middle name does not replace the surname.
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

/** Returns the first letter as a reader sees it: with its accents, and a flag with both of its code points. */
const firstLetter = (word = '') => [...new Intl.Segmenter().segment(word)][0]?.segment ?? ''
