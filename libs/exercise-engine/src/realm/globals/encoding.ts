import { define, defineClasses, exception } from './define'
import { bytesOf, decode } from './utf8'

const UTF_8 = new Set(['utf-8', 'utf8', 'unicode-1-1-utf-8'])

const BASE_64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Adds `TextEncoder`, `TextDecoder`, `atob` and `btoa`. */
export default function addEncoding(): void {
  const bytesIn = (input: unknown): Uint8Array => {
    if (input === undefined) return new Uint8Array()
    if (ArrayBuffer.isView(input))
      return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
    if (input instanceof ArrayBuffer) return new Uint8Array(input)
    throw new TypeError('TextDecoder.decode() needs an ArrayBuffer or a typed array')
  }

  class TextEncoder {
    get encoding() {
      return 'utf-8'
    }
    encode(text: unknown = '') {
      return Uint8Array.from(bytesOf(String(text)))
    }
    encodeInto(text: unknown, target: Uint8Array) {
      let read = 0
      let written = 0
      for (const sign of String(text)) {
        const bytes = bytesOf(sign)
        if (written + bytes.length > target.length) break
        target.set(bytes, written)
        written += bytes.length
        read += sign.length
      }
      return { read, written }
    }
  }

  class TextDecoder {
    readonly #fatal: boolean
    readonly #ignoreBOM: boolean
    #rest: number[] = []
    #isBegun = false
    constructor(label: unknown = 'utf-8', options: { fatal?: unknown; ignoreBOM?: unknown } = {}) {
      if (!UTF_8.has(String(label).trim().toLowerCase()))
        throw new RangeError(`The "${label}" encoding is not supported`)
      this.#fatal = Boolean(options?.fatal)
      this.#ignoreBOM = Boolean(options?.ignoreBOM)
    }
    get encoding() {
      return 'utf-8'
    }
    get fatal() {
      return this.#fatal
    }
    get ignoreBOM() {
      return this.#ignoreBOM
    }
    decode(input?: unknown, options: { stream?: unknown } = {}) {
      const isLast = !options?.stream
      const bytes = [...this.#rest, ...bytesIn(input)]
      const wrong = () => {
        this.#rest = []
        if (this.#fatal) throw new TypeError('The encoded data was not valid for encoding utf-8')
      }
      const { text, rest } = decode(bytes, wrong, isLast)
      const hasMark = !this.#isBegun && !this.#ignoreBOM && text.startsWith('\ufeff')
      this.#rest = rest
      this.#isBegun = !isLast && (this.#isBegun || text !== '')
      return hasMark ? text.slice(1) : text
    }
  }
  defineClasses([TextEncoder, TextDecoder])

  const atob = (text: unknown): string => {
    const plain = String(text).replace(/[\t\n\f\r ]/g, '')
    const signs = plain.length % 4 === 0 ? plain.replace(/={1,2}$/, '') : plain
    if (signs.length % 4 === 1 || /[^A-Za-z0-9+/]/.test(signs))
      throw exception('The string to be decoded is not correctly encoded.', 'InvalidCharacterError')
    let decoded = ''
    let bits = 0
    let held = 0
    for (const sign of signs) {
      bits = ((bits << 6) | BASE_64.indexOf(sign)) & 0xffff
      held += 6
      if (held < 8) continue
      held -= 8
      decoded += String.fromCharCode((bits >> held) & 255)
    }
    return decoded
  }
  const btoa = (text: unknown): string => {
    const plain = String(text)
    let encoded = ''
    for (let at = 0; at < plain.length; at += 3) {
      const codes = [at, at + 1, at + 2].map((each) => plain.charCodeAt(each))
      if (codes.some((code) => code > 255))
        throw exception(
          'The string to be encoded contains characters outside of the Latin1 range.',
          'InvalidCharacterError',
        )
      const [one = 0, two = 0, three = 0] = codes
      const bits = (one << 16) | (two << 8) | three
      const signs = [18, 12, 6, 0].map((shift) => BASE_64.charAt((bits >> shift) & 63)).join('')
      const missing = Math.max(0, at + 3 - plain.length)
      encoded += signs.slice(0, 4 - missing) + '='.repeat(missing)
    }
    return encoded
  }
  define(globalThis, 'atob', atob)
  define(globalThis, 'btoa', btoa)
}
