/** Matches control characters, format characters (direction marks, zero-width characters, tags), and fillers. */
const HIDDEN = /\u034F|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u

/** Letters of Persian and of Indian scripts, whose spelling can contain joiners. */
const LETTER = '\\u0620-\\u06FF\\u0750-\\u077F\\u0900-\\u0DFF'
/** Symbols that joiners combine into one picture, such as a family. */
const SYMBOL = '\\u2190-\\u21FF\\u2300-\\u23FF\\u2600-\\u27BF\\u2B00-\\u2BFF\\u{1F000}-\\u{1FAFF}'
/**
 * Matches joiners that are valid between these letters or symbols. A symbol may be followed by a variation selector.
 */
const JOINED = new RegExp(
  `(?<=[${LETTER}])\\u200C(?=[${LETTER}])|(?<=[${LETTER}${SYMBOL}\\uFE0F])\\u200D(?=[${LETTER}${SYMBOL}])`,
  'gu',
)

/**
 * Returns whether a name contains characters that are invisible or change the direction of text, with which one person
 * could look like another. The database refuses them too.
 */
export function hasHiddenCharacters(name: string): boolean {
  return HIDDEN.test(name.replace(JOINED, ''))
}
