import { deflateSync } from 'fflate'

/** An entry of a zip that a test writes. Fields that are missing get correct values. */
export interface VectorEntry {
  name: string | Uint8Array
  data?: string | Uint8Array
  /** The compressed bytes, if they are not made from `data`. */
  packed?: Uint8Array
  method?: number
  flags?: number
  /** The system that created the entry: 0 is MS-DOS and Windows, 3 (the default) is Unix. */
  host?: number
  /** The extra fields in the central directory. */
  extra?: Uint8Array
  /** The Unix file mode, in the upper half of the attributes. */
  mode?: number
  /** The size in the central directory. */
  size?: number
  packedSize?: number
  checksum?: number
  offset?: number
  /** The name in the entry's local header. */
  localName?: string
}

const utf8 = new TextEncoder()

/** The CRC-32 of bytes. It is written independently of the reader that the tests check. */
export function checksumOf(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

/** Joins numbers of two or four bytes, low byte first, and byte arrays. */
export function bytesOf(parts: ([2 | 4, number] | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) =>
      part instanceof Uint8Array
        ? [...part]
        : Array.from({ length: part[0] }, (_none, at) => (part[1] >>> (8 * at)) & 0xff),
    ),
  )
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Wrong values for the record at the end of a zip. */
export interface VectorEnd {
  count?: number
  disk?: number
  tableOffset?: number
  comment?: string
}

/** Writes a zip byte by byte, so that a test can make any part of it wrong. */
export function zipOf(entries: VectorEntry[], end: VectorEnd = {}): Uint8Array<ArrayBuffer> {
  const locals: Uint8Array[] = []
  const table: Uint8Array[] = []
  let at = 0
  for (const entry of entries) {
    const name = typeof entry.name === 'string' ? utf8.encode(entry.name) : entry.name
    const data =
      typeof entry.data === 'string' ? utf8.encode(entry.data) : (entry.data ?? utf8.encode(''))
    const method = entry.method ?? 8
    const packed = entry.packed ?? (method === 8 ? deflateSync(data) : data)
    const localName = entry.localName === undefined ? name : utf8.encode(entry.localName)
    const flags = entry.flags ?? 0x800
    const extra = entry.extra ?? new Uint8Array()
    const common: [2 | 4, number][] = [
      [2, flags],
      [2, method],
      [4, 0],
      [4, entry.checksum ?? checksumOf(data)],
      [4, entry.packedSize ?? packed.length],
      [4, entry.size ?? data.length],
    ]
    const local = [
      bytesOf([[4, 0x04034b50], [2, 20], ...common, [2, localName.length], [2, 0]]),
      localName,
      packed,
    ]
    table.push(
      bytesOf([
        ...([
          [4, 0x02014b50],
          [2, ((entry.host ?? 3) << 8) | 20],
          [2, 20],
        ] satisfies [2 | 4, number][]),
        ...common,
        ...([
          [2, name.length],
          [2, extra.length],
          [2, 0],
          [2, 0],
          [2, 0],
        ] satisfies [2 | 4, number][]),
        [4, ((entry.mode ?? 0) << 16) >>> 0],
        [4, entry.offset ?? at],
      ]),
      name,
      extra,
    )
    locals.push(...local)
    at += joined(local).length
  }
  const contents = joined(table)
  const comment = utf8.encode(end.comment ?? '')
  const count = end.count ?? entries.length
  return joined([
    ...locals,
    contents,
    bytesOf([
      ...([
        [4, 0x06054b50],
        [2, end.disk ?? 0],
        [2, 0],
        [2, count],
        [2, count],
      ] satisfies [2 | 4, number][]),
      [4, contents.length],
      [4, end.tableOffset ?? at],
      [2, comment.length],
    ]),
    comment,
  ])
}
