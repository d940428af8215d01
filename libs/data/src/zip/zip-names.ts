import { checksumOf } from './checksum'
import { type CodePage, decodeByPage, guessCodePage } from './code-pages'

/** A name in a zip's central directory. */
export interface StoredName {
  bytes: Uint8Array
  /** Whether the UTF-8 flag is set. */
  saysUtf8: boolean
  /** The entry's extra fields. */
  extra: Uint8Array
  /** The system that created the entry. */
  host: number
}

export interface EntryName {
  name: string
  /** The code page that was guessed; null if the zip states the encoding. */
  guessed: CodePage | null
}

/** Decodes a stored name; null if it is not UTF-8. */
export function decodeName(stored: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(stored)
  } catch {
    return null
  }
}

const UNICODE_PATH = 0x7075
const MS_DOS = 0

/**
 * Returns the UTF-8 name in the extra field that Info-ZIP and other tools add to a name in a code page; null if the
 * field belongs to another name.
 */
function unicodePath({ bytes, extra }: StoredName): string | null {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength)
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true)
    if (end > extra.length) return null
    // The field must contain a version, a checksum of four bytes, and at least one byte of a name.
    const isPath = view.getUint16(at, true) === UNICODE_PATH && end > at + 9 && extra[at + 4] === 1
    if (isPath && view.getUint32(at + 5, true) === checksumOf(bytes)) {
      return decodeName(extra.subarray(at + 9, end))
    }
    at = end
  }
  return null
}

function utf8Name(stored: StoredName): string | null {
  const own = decodeName(stored.bytes)
  // macOS and other systems write UTF-8 without setting the flag.
  return stored.saysUtf8 && own !== null ? own : (unicodePath(stored) ?? own)
}

/**
 * Decodes all names of a zip in order, in composed characters (NFC). For names that are not UTF-8, the code page is
 * guessed from all of them together, because one tool has written them and a single name is not enough.
 */
export function readNames(stored: readonly StoredName[]): EntryName[] {
  const names = stored.map(utf8Name)
  const others = stored.filter((_each, index) => names[index] === null)
  const isFromDos = others.every(({ host }) => host === MS_DOS)
  const page = guessCodePage(
    others.map(({ bytes }) => bytes),
    isFromDos,
  )
  return stored.map(({ bytes }, index) => {
    const name = names[index] ?? null
    const text = name ?? decodeByPage(bytes, page)
    return { name: text.normalize('NFC'), guessed: name === null ? page : null }
  })
}
