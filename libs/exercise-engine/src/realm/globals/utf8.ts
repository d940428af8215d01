/** Returns the bytes of a text in UTF-8. Half of a surrogate pair becomes the replacement character. */
export function bytesOf(text: string): number[] {
  const bytes: number[] = []
  for (const sign of text) {
    let code = sign.codePointAt(0) ?? 0
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000)
      bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      )
  }
  return bytes
}

export interface Decoded {
  text: string
  /** Returns the bytes at the end of a list that are the beginning of a character. */
  rest: number[]
}

/**
 * Returns the number of bytes that follow a first byte, the bits that it contributes, and the range of the second byte.
 */
function begin(
  byte: number,
): [following: number, code: number, least: number, most: number] | null {
  if (byte >= 0xc2 && byte <= 0xdf) return [1, byte & 31, 0x80, 0xbf]
  if (byte >= 0xe0 && byte <= 0xef)
    return [2, byte & 15, byte === 0xe0 ? 0xa0 : 0x80, byte === 0xed ? 0x9f : 0xbf]
  if (byte >= 0xf0 && byte <= 0xf4)
    return [3, byte & 7, byte === 0xf0 ? 0x90 : 0x80, byte === 0xf4 ? 0x8f : 0xbf]
  return null
}

/**
 * Decodes UTF-8 as browsers do: each wrong sequence becomes a replacement character.
 *
 * @param wrong called for each wrong sequence
 */
export function decode(bytes: ArrayLike<number>, wrong: () => void, isLast: boolean): Decoded {
  let text = ''
  let at = 0
  const refuse = () => {
    wrong()
    text += '\ufffd'
  }
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      text += String.fromCharCode(byte)
      at += 1
      continue
    }
    const begun = begin(byte)
    if (!begun) {
      refuse()
      at += 1
      continue
    }
    let [following, code, least, most] = begun
    let next = at + 1
    for (; following > 0; following -= 1, next += 1) {
      const more = bytes[next]
      if (more === undefined || more < least || more > most) break
      code = (code << 6) | (more & 63)
      least = 0x80
      most = 0xbf
    }
    if (following === 0) text += String.fromCodePoint(code)
    else if (next >= bytes.length && !isLast) return { text, rest: Array.from(bytes).slice(at) }
    else refuse()
    at = next
  }
  return { text, rest: [] }
}
