/** Controls, format characters (direction marks, zero-width ones, tags) and fillers. */
const HIDDEN = /\u034F|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u

/** Letters of Persian and Indian names, whose spelling has joiners. */
const LETTER = '\\u0620-\\u06FF\\u0750-\\u077F\\u0900-\\u0DFF'
/** Symbols that a joiner makes one picture of, such as a family. */
const SYMBOL = '\\u2190-\\u21FF\\u2300-\\u23FF\\u2600-\\u27BF\\u2B00-\\u2BFF\\u{1F000}-\\u{1FAFF}'
/** The joiners that belong to what stands before and after them. A symbol may end with its variation. */
const JOINED = new RegExp(
  `(?<=[${LETTER}])\\u200C(?=[${LETTER}])|(?<=[${LETTER}${SYMBOL}\\uFE0F])\\u200D(?=[${LETTER}${SYMBOL}])`,
  'gu',
)

/**
 * Returns whether a name contains characters that are invisible or change the direction of the text beside them, so
 * that one person can look like another. The database refuses them too.
 */
export function hasHiddenCharacters(name: string): boolean {
  return HIDDEN.test(name.replace(JOINED, ''))
}
