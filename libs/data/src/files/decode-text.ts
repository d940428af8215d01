/** A text, and the first line, counted from 1, that is not of its encoding. */
export interface DecodedText {
  text: string
  brokenLine?: number
}

/** The number of bytes from which the encoding of a text without a byte order mark is determined. */
const LOOKED_AT = 2000

/** Recognizes UTF-16 by its byte order mark or, without one, by its zeros: Latin letters and line ends contain one. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length % 2 !== 0) return null
  const zeros = [0, 0]
  const end = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // In texts of other scripts only spaces and line ends contain zeros.
  const least = Math.max(1, end / 40)
  if (odd >= least && even === 0) return 'utf-16le'
  return even >= least && odd === 0 ? 'utf-16be' : null
}

/**
 * Decodes a text file in UTF-8 or UTF-16 without its byte order mark, and returns the line on which it stops being
 * text, if it does.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const encoding = utf16Of(bytes) ?? 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) }
  } catch {
    const text = new TextDecoder(encoding).decode(bytes)
    const before = text.slice(0, Math.max(0, text.indexOf('\uFFFD')))
    return { text, brokenLine: before.split(/\r\n?|\n/).length }
  }
}
