import { checksumOf } from '@rookies/data/zip/checksum'
import { DAMAGED, UnreadableError } from '@rookies/data/zip/zip-directory'
import { Inflate } from 'fflate'

/** Bytes per step; a step unpacks at most 1,032 times as many before they are counted. */
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
 * Unpacks a zip's entry with the given method, size and checksum. Stops as soon as there are more bytes than declared.
 * Throws UnreadableError if anything differs from the declaration.
 */
export function unpack(
  packed: Uint8Array,
  said: { method: number; size: number; checksum: number },
): Uint8Array {
  if (said.method !== 0 && said.method !== 8) {
    throw new UnreadableError('The zip uses an unsupported format. Make a plain zip of the folder.')
  }
  let bytes = packed
  if (said.method === 8) {
    try {
      bytes = inflate(packed, said.size)
    } catch (error) {
      if (error instanceof UnreadableError) throw error
      throw new UnreadableError(DAMAGED)
    }
  }
  if (bytes.length !== said.size || checksumOf(bytes) !== said.checksum) {
    throw new UnreadableError(DAMAGED)
  }
  return bytes
}
