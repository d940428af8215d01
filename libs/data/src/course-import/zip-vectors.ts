import { deflateSync } from 'fflate'

/** An entry of a zip as a test wants it; whatever is left out is as it should be. */
export interface VectorEntry {
  name: string | Uint8Array
  data?: string | Uint8Array
  /** What lies in the zip for it. */
  packed?: Uint8Array
  method?: number
  flags?: number
  /** The system that it was made on: 0 is MS-DOS and Windows, 3 (if left out) Unix. */
  host?: number
  /** Extra fields of the table of contents. */
  extra?: Uint8Array
  /** Mode of the Unix file, in the upper half of the attributes. */
  mode?: number
  /** What the table of contents says. */
  size?: number
  packedSize?: number
  checksum?: number
  offset?: number
  /** What the entry's own header says. */
  localName?: string
}

const utf8 = new TextEncoder()

/** The CRC32 of a zip, written apart from the one that reads. */
export function checksumOf(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1)
      value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}

/** Numbers of two and four bytes, low byte first, and bytes as they are. */
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

/** What is wrong with the record at the end, for once. */
export interface VectorEnd {
  count?: number
  disk?: number
  tableOffset?: number
  comment?: string
}

/** A zip, written byte by byte, so that every part of it can be a lie. */
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
