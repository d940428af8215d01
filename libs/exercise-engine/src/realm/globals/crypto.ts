import { define, exception } from './define'

/** Adds `crypto` with numbers of `Math.random`, so that each run gives the same (rules/exercise-runs#clock). */
export default function addCrypto(): void {
  const { random } = Math
  const byte = () => Math.floor(random() * 256)
  const crypto = {
    getRandomValues<T>(list: T): T {
      if (!ArrayBuffer.isView(list) || /^(Float|Data)/.test(list.constructor.name))
        throw exception('The data argument must be an integer-type TypedArray', 'TypeMismatchError')
      if (list.byteLength > 65_536)
        throw exception('At most 65,536 bytes can be requested', 'QuotaExceededError')
      const bytes = new Uint8Array(list.buffer, list.byteOffset, list.byteLength)
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = byte()
      return list
    },
    randomUUID() {
      const bytes = Array.from({ length: 16 }, byte)
      bytes[6] = ((bytes[6] ?? 0) & 15) | 64
      bytes[8] = ((bytes[8] ?? 0) & 63) | 128
      const digits = bytes.map((each) => each.toString(16).padStart(2, '0')).join('')
      return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    },
  }
  define(globalThis, 'crypto', crypto)
}
