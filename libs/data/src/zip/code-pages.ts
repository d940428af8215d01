/** The supported code pages of names that are not UTF-8. */
export type CodePage = 'Shift-JIS' | 'CP437' | 'Windows-1252'

/** The characters for the bytes 0x80 to 0xFF of CP437, which browsers cannot decode. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'

/**
 * Bytes 0x80 to 0x9F of Windows-1252; the bytes after them equal Unicode. TextDecoder does not work here, because many
 * versions of Node.js decode these bytes to control characters (nodejs/node#56542).
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** Matches texts with ASCII and with only those letters of CP437 that occur in words. */
const WORDS_OF_CP437 = /^[\0-\x7FÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜáíóúñÑªº¿¡ß]*$/

function decodeBy(upper: string, bytes: Uint8Array): string {
  const signs = Array.from(bytes, (byte) => {
    const own = byte < 0x80 ? undefined : upper[byte - 0x80]
    return own ?? String.fromCharCode(byte)
  })
  return signs.join('')
}

function strictShiftJis(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Returns a class for two bytes of Shift-JIS: `あ` for hiragana, `ア` for katakana, `字` and `漢` for common kanji,
 * otherwise `*`.
 */
function kindOfPair(first: number, second: number): string {
  if (first === 0x82 && second >= 0x9f) return 'あ'
  if (first === 0x83 && second <= 0x96) return 'ア'
  // This character lengthens a vowel in katakana.
  if (first === 0x81 && second === 0x5b) return 'ア'
  if (first < 0x88 || first > 0x98) return '*'
  return second < 0x80 ? '漢' : '字'
}

/** Returns a class for each letter of Shift-JIS: ASCII characters stand for themselves, `ｱ` for half-width katakana. */
function kindsOf(bytes: Uint8Array): string {
  let kinds = ''
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) kinds += String.fromCharCode(byte)
    else if (byte >= 0xa1 && byte <= 0xdf) kinds += 'ｱ'
    else {
      at += 1
      kinds += kindOfPair(byte, bytes[at] ?? 0)
    }
  }
  return kinds
}

/**
 * Patterns that words of other languages do not match when their bytes are read as Shift-JIS. An accented letter and
 * the following letter become one kanji or katakana (`öL`) beside the rest of the word. So kanji count only without
 * such a rest: one if neither of its bytes is ASCII, otherwise two.
 */
const JAPANESE = [
  /あ|アア/,
  /(?<![ア字漢a-z])[ア漢]*字[ア字漢]*(?![ア字漢a-z])/,
  /(?<![ア字漢A-Za-z])[ア漢]{2,}(?![ア字漢a-z])/,
]

function isShiftJis(names: readonly Uint8Array[]): boolean {
  const decoded = names.map(strictShiftJis)
  // Shift-JIS text contains no private-use characters. The other byte is accepted by browsers and refused by Node.js.
  if (decoded.some((name) => name === null || /[\p{Co}\u0080]/u.test(name))) return false
  const kinds = names.map(kindsOf)
  const all = kinds.join('')
  // In texts of other code pages, most letters would become half-width katakana.
  const isJapanese = kinds.some((name) => JAPANESE.some((words) => words.test(name)))
  return isJapanese && all.replace(/[^あア字漢]/g, '').length > all.replace(/[^ｱ]/g, '').length
}

/**
 * Returns the most probable code page of the names of a zip that are not UTF-8. `isFromDos` is whether MS-DOS or
 * Windows created the zip.
 */
export function guessCodePage(names: readonly Uint8Array[], isFromDos: boolean): CodePage {
  if (isShiftJis(names)) return 'Shift-JIS'
  const isCp437 = names.every((name) => WORDS_OF_CP437.test(decodeBy(CP437, name)))
  return isFromDos && isCp437 ? 'CP437' : 'Windows-1252'
}

/** Decodes a name in a code page that was guessed. */
export function decodeByPage(bytes: Uint8Array, page: CodePage): string {
  if (page === 'CP437') return decodeBy(CP437, bytes)
  return (page === 'Shift-JIS' ? strictShiftJis(bytes) : null) ?? decodeBy(WINDOWS_1252, bytes)
}
