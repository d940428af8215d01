/** Controls, format characters (what turns the direction of writing, zero-width ones, tags) and fillers. */
const HIDDEN = /\u034F|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/u

/** The joiners belong to the spelling of Persian and Indian names, between two letters of those scripts. */
const JOINED =
  /([\u0620-\u06FF\u0750-\u077F\u0900-\u0DFF])[\u200C\u200D](?=[\u0620-\u06FF\u0750-\u077F\u0900-\u0DFF])/g

/**
 * Whether a name holds characters that cannot be seen or that change the direction of what stands beside
 * it: with them one person can look like another. The database refuses them too.
 */
export function hasHiddenCharacters(name: string): boolean {
  return HIDDEN.test(name.replace(JOINED, '$1'))
}
