import { formatNumber } from '../wording'
import { type EntryName, readNames, type StoredName } from './zip-names'

/** A file in a browser or on a disk that can be read in parts. */
export interface ByteSource {
  size: number
  /** Reads bytes from `from` (included) to `to` (excluded). */
  read: (from: number, to: number) => Promise<Uint8Array>
}

/** One entry of a zip's central directory. Sizes are in bytes. */
export interface ZipEntry extends EntryName {
  rawName: Uint8Array
  /** The compression: 0 is none, 8 is deflate. */
  method: number
  checksum: number
  packedSize: number
  size: number
  /** The position of the entry's local header. */
  offset: number
  isFolder: boolean
  /** Whether it is a symbolic link or a device, which cannot be read. */
  isSpecial: boolean
}

/** Thrown for a folder or a zip that cannot be read. Its message is a sentence for people. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError'
}

const MAX_BYTES = 256 * 1024 * 1024
const MAX_ENTRIES = 10_000
const MAX_TABLE_BYTES = 8 * 1024 * 1024

const LOCAL = 0x04034b50
const ENTRY = 0x02014b50
const END = 0x06054b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LONGEST_COMMENT = 0xffff

export const DAMAGED = 'The zip is damaged. Make it again, or download it again.'
const CUT_OFF = 'The zip is cut off: its end is missing. Make it again, or download it again.'
const NO_ZIP = 'This is not a zip file.'
const TOO_LARGE =
  'The zip is larger than 256 MB, which is too large for a course. Leave out pictures and videos.'
const ZIP64 = 'The zip uses the format for archives over 4 GB. Make a plain zip of the folder.'
const SEVERAL_DISKS = 'The zip is one part of several. Make one zip of the folder.'
const LOCKED = 'The zip is locked with a password. Make one without a password.'
const TOO_MANY = `There are more than ${formatNumber(MAX_ENTRIES)} entries in the zip, which is too many for a course.`

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

/** Returns the position of the central directory, which the record at the end of the zip contains. */
async function findTable(source: ByteSource): Promise<{ from: number; to: number; count: number }> {
  if (source.size > MAX_BYTES) throw new UnreadableError(TOO_LARGE)
  const start = Math.max(0, source.size - END_SIZE - LONGEST_COMMENT)
  const tail = await source.read(start, source.size)
  const view = viewOf(tail)
  for (let at = tail.length - END_SIZE; at >= 0; at -= 1) {
    const isEnd =
      view.getUint32(at, true) === END &&
      at + END_SIZE + view.getUint16(at + 20, true) === tail.length
    if (!isEnd) continue
    const count = view.getUint16(at + 10, true)
    const size = view.getUint32(at + 12, true)
    const from = view.getUint32(at + 16, true)
    if (count === 0xffff || size === 0xffffffff || from === 0xffffffff) {
      throw new UnreadableError(ZIP64)
    }
    if (view.getUint16(at + 4, true) !== 0 || view.getUint16(at + 8, true) !== count) {
      throw new UnreadableError(SEVERAL_DISKS)
    }
    if (count > MAX_ENTRIES || size > MAX_TABLE_BYTES) throw new UnreadableError(TOO_MANY)
    if (from + size !== start + at) throw new UnreadableError(DAMAGED)
    return { from, to: from + size, count }
  }
  const head = viewOf(await source.read(0, Math.min(4, source.size)))
  const beginsWell = head.byteLength === 4 && head.getUint32(0, true) === LOCAL
  throw new UnreadableError(beginsWell ? CUT_OFF : NO_ZIP)
}

/** An entry before its name is decoded together with all others. */
interface Unnamed {
  entry: Omit<ZipEntry, keyof EntryName | 'isFolder'>
  stored: StoredName
}

function readEntry(table: Uint8Array, at: number): Unnamed & { next: number } {
  const view = viewOf(table)
  if (at + ENTRY_SIZE > table.length || view.getUint32(at, true) !== ENTRY) {
    throw new UnreadableError(DAMAGED)
  }
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
    view.getUint16(at + offset, true),
  )
  const nameEnd = at + ENTRY_SIZE + (nameLength ?? 0)
  const next = nameEnd + (extraLength ?? 0) + (commentLength ?? 0)
  if (next > table.length || nameLength === 0) throw new UnreadableError(DAMAGED)
  const flags = view.getUint16(at + 8, true)
  if ((flags & 0x2041) !== 0) throw new UnreadableError(LOCKED)
  const rawName = table.subarray(at + ENTRY_SIZE, nameEnd)
  const packedSize = view.getUint32(at + 20, true)
  const size = view.getUint32(at + 24, true)
  const offset = view.getUint32(at + 42, true)
  if ([packedSize, size, offset].includes(0xffffffff)) throw new UnreadableError(ZIP64)
  // The upper half contains the Unix file mode, whose first digit is the kind of file.
  const kind = view.getUint32(at + 38, true) >>> 28
  return {
    entry: {
      rawName,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedSize,
      size,
      offset,
      isSpecial: ![0, 0x8, 0x4].includes(kind),
    },
    stored: {
      bytes: rawName,
      saysUtf8: (flags & 0x800) !== 0,
      extra: table.subarray(nameEnd, nameEnd + (extraLength ?? 0)),
      host: view.getUint8(at + 5),
    },
    next,
  }
}

/** Throws if entries share bytes, with which a small zip could expand to a huge amount. */
function checkOverlaps(entries: Unnamed['entry'][], tableFrom: number): void {
  const sorted = [...entries].sort((a, b) => a.offset - b.offset)
  for (const [index, { offset, rawName, packedSize }] of sorted.entries()) {
    const end = offset + 30 + rawName.length + packedSize
    if (end > (sorted[index + 1]?.offset ?? tableFrom)) throw new UnreadableError(DAMAGED)
  }
}

/**
 * Reads the central directory of a zip. Throws UnreadableError with a sentence if the file is no zip, or is damaged,
 * encrypted, split, or too large.
 */
export async function readZipDirectory(source: ByteSource): Promise<ZipEntry[]> {
  const { from, to, count } = await findTable(source)
  const table = await source.read(from, to)
  const entries: Unnamed['entry'][] = []
  const stored: StoredName[] = []
  let at = 0
  for (let index = 0; index < count; index += 1) {
    const read = readEntry(table, at)
    entries.push(read.entry)
    stored.push(read.stored)
    at = read.next
  }
  checkOverlaps(entries, from)
  const names = readNames(stored)
  return entries.flatMap((entry, index): ZipEntry[] => {
    const named = names[index]
    // The decoded name is checked, because in some encodings a byte of a letter equals a backslash.
    return named ? [{ ...entry, ...named, isFolder: /[\\/]$/.test(named.name) }] : []
  })
}

/** Returns the compressed bytes of an entry. Throws UnreadableError if its local header differs from the directory. */
export async function readPacked(source: ByteSource, entry: ZipEntry): Promise<Uint8Array> {
  const { offset, rawName, packedSize } = entry
  const header = await source.read(offset, offset + 30 + rawName.length)
  const view = viewOf(header)
  const isHeader =
    header.length === 30 + rawName.length &&
    view.getUint32(0, true) === LOCAL &&
    view.getUint16(26, true) === rawName.length &&
    rawName.every((byte, index) => byte === header[30 + index])
  if (!isHeader) throw new UnreadableError(DAMAGED)
  const from = offset + 30 + rawName.length + view.getUint16(28, true)
  const packed = await source.read(from, from + packedSize)
  if (packed.length !== packedSize) throw new UnreadableError(DAMAGED)
  return packed
}
