/** A decoded text. `brokenLine` is the first line with bytes that are not valid in the encoding, counted from 1. */
export interface DecodedText {
  text: string
  brokenLine?: number
}

/** The encoding of a text without a byte order mark is determined from this many bytes. */
const SAMPLE_BYTES = 2000

/**
 * Recognises UTF-16 by its byte order mark, or, without one, by zero bytes: one byte of each Latin letter and line end
 * is zero.
 */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length % 2 !== 0) return null
  const zeros = [0, 0]
  const end = Math.min(bytes.length, SAMPLE_BYTES)
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  // In other scripts, only spaces and line ends contain a zero byte, so few are enough.
  const least = Math.max(1, end / 40)
  if (odd >= least && even === 0) return 'utf-16le'
  return even >= least && odd === 0 ? 'utf-16be' : null
}

/**
 * Decodes a text in UTF-8 or UTF-16, without its byte order mark. Returns the text and the first line that is not
 * valid, if there is one.
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
