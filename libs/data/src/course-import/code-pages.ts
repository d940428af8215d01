/** A code page that tools write names in which are not UTF-8. */
export type CodePage = 'Shift-JIS' | 'CP437' | 'Windows-1252'

/** Bytes 0x80 to 0xFF of CP437, which no browser decodes. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
  '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'

/**
 * Bytes 0x80 to 0x9F of Windows-1252; those behind them are Unicode's own. Not by TextDecoder: that of many
 * Node.js makes control characters of them (nodejs/node#56542).
 */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

/** ASCII, and what words are written with among the signs of CP437. */
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

/** In: two bytes of Shift-JIS. Out: `あ` for hiragana, `ア` for katakana, `字` and `漢` for common kanji, else `*`. */
function kindOfPair(first: number, second: number): string {
  if (first === 0x82 && second >= 0x9f) return 'あ'
  if (first === 0x83 && second <= 0x96) return 'ア'
  // The mark that makes a vowel of katakana long.
  if (first === 0x81 && second === 0x5b) return 'ア'
  if (first < 0x88 || first > 0x98) return '*'
  return second < 0x80 ? '漢' : '字'
}

/** In: bytes that are strict Shift-JIS. Out: a sign for each letter: ASCII itself, `ｱ` for half-width katakana. */
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
 * What words of other languages do not come to when their bytes are read as Shift-JIS. An accented letter and the letter
 * behind it become one kanji or katakana (`öL`), with the rest of the word at its side. So kanji count where no
 * such rest is: one of them if neither of its bytes is ASCII, or else two.
 */
const JAPANESE = [
  /あ|アア/,
  /(?<![ア字漢a-z])[ア漢]*字[ア字漢]*(?![ア字漢a-z])/,
  /(?<![ア字漢A-Za-z])[ア漢]{2,}(?![ア字漢a-z])/,
]

function isShiftJis(names: readonly Uint8Array[]): boolean {
  const decoded = names.map(strictShiftJis)
  // Letters for one's own use, and a byte that browsers let pass and Node.js does not.
  if (decoded.some((name) => name === null || /[\p{Co}\u0080]/u.test(name))) return false
  const kinds = names.map(kindsOf)
  const all = kinds.join('')
  // Half-width katakana are what most letters of other code pages come to.
  const isJapanese = kinds.some((name) => JAPANESE.some((words) => words.test(name)))
  return isJapanese && all.replace(/[^あア字漢]/g, '').length > all.replace(/[^ｱ]/g, '').length
}

/** In: the names of a zip that are not UTF-8, and whether MS-DOS or Windows made it. Out: what they are likely in. */
export function guessCodePage(names: readonly Uint8Array[], isFromDos: boolean): CodePage {
  if (isShiftJis(names)) return 'Shift-JIS'
  const isCp437 = names.every((name) => WORDS_OF_CP437.test(decodeBy(CP437, name)))
  return isFromDos && isCp437 ? 'CP437' : 'Windows-1252'
}

/** In: a name that the code page was guessed from, among others. Out: its text. */
export function decodeByPage(bytes: Uint8Array, page: CodePage): string {
  if (page === 'CP437') return decodeBy(CP437, bytes)
  return (page === 'Shift-JIS' ? strictShiftJis(bytes) : null) ?? decodeBy(WINDOWS_1252, bytes)
}
