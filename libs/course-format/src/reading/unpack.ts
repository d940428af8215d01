import { checksumOf } from '@rookies/data/zip/checksum'
import { DAMAGED, UnreadableError } from '@rookies/data/zip/zip-directory'
import { Inflate } from 'fflate'

/** Compressed bytes per step. A step yields at most 1,032 times as many bytes before the size is checked again. */
const STEP = 1024

function inflate(packed: Uint8Array, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let length = 0
  let ended = false
  const stream = new Inflate((chunk, final) => {
    ended ||= final
    if (length + chunk.length > size) throw new UnreadableError(DAMAGED)
    bytes.set(chunk, length)
    length += chunk.length
  })
  for (let at = 0; at < packed.length || at === 0; at += STEP) {
    stream.push(packed.subarray(at, at + STEP), at + STEP >= packed.length)
  }
  if (!ended || length !== size) throw new UnreadableError(DAMAGED)
  return bytes
}

/**
 * Unpacks an entry of a zip. `declared` is the method, size and checksum in the zip's directory. Stops as soon as there
 * are more bytes than declared. Throws UnreadableError if anything differs from the declaration.
 */
export function unpack(
  packed: Uint8Array,
  declared: { method: number; size: number; checksum: number },
): Uint8Array {
  if (declared.method !== 0 && declared.method !== 8) {
    throw new UnreadableError('The zip uses an unsupported format. Make a plain zip of the folder.')
  }
  let bytes = packed
  if (declared.method === 8) {
    try {
      bytes = inflate(packed, declared.size)
    } catch (error) {
      if (error instanceof UnreadableError) throw error
      throw new UnreadableError(DAMAGED)
    }
  }
  if (bytes.length !== declared.size || checksumOf(bytes) !== declared.checksum) {
    throw new UnreadableError(DAMAGED)
  }
  return bytes
}
