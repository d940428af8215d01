/** Controls, format characters (direction marks, zero-width ones, tags) and fillers. */
const HIDDEN = /\u034F|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u

/** Joiners between two letters are part of the spelling of Persian and Indian names. */
const JOINED =
  /([\u0620-\u06FF\u0750-\u077F\u0900-\u0DFF])[\u200C\u200D](?=[\u0620-\u06FF\u0750-\u077F\u0900-\u0DFF])/g

/**
 * Returns whether a name contains characters that are invisible or change the direction of the text beside them, so
 * that one person can look like another. The database refuses them too.
 */
export function hasHiddenCharacters(name: string): boolean {
  return HIDDEN.test(name.replace(JOINED, '$1'))
}
