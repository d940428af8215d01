import { show } from './define'
import { bytesOf, decode } from './utf8'

type Pair = [name: string, value: string]

const QUERY = Symbol('query')
const { iterator } = Symbol
const hex = '0123456789ABCDEF'

const decoded = (text: string): string => {
  const plain = text.replaceAll('+', ' ')
  if (!plain.includes('%')) return plain
  const bytes = bytesOf(plain)
  const read: number[] = []
  for (let at = 0; at < bytes.length; at += 1) {
    const pair = String.fromCharCode(bytes[at + 1] ?? 0, bytes[at + 2] ?? 0)
    if (bytes[at] === 37 && /^[\da-f]{2}$/i.test(pair)) {
      read.push(Number.parseInt(pair, 16))
      at += 2
    } else read.push(bytes[at] ?? 0)
  }
  return decode(read, () => {}, true).text
}
const encoded = (text: string): string =>
  bytesOf(text)
    .map((byte) => {
      const sign = String.fromCharCode(byte)
      if (/[\w*.-]/.test(sign)) return sign
      return byte === 32 ? '+' : `%${hex.charAt(byte >> 4)}${hex.charAt(byte & 15)}`
    })
    .join('')

const pairsIn = (text: string): Pair[] =>
  text
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      const [name, value] = at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)]
      return [decoded(name), decoded(value)]
    })

const pairsOf = (from: unknown): Pair[] => {
  if (from === undefined || from === null) return []
  if (typeof from !== 'object' && typeof from !== 'function') return pairsIn(String(from))
  if (typeof Reflect.get(from, iterator) !== 'function')
    return Object.entries(from).map(([name, value]) => [String(name), String(value)])
  return [...(from as Iterable<Iterable<unknown>>)].map((entry) => {
    const pair = [...entry]
    if (pair.length !== 2)
      throw new TypeError('Each query pair must be an iterable [name, value] tuple')
    return [String(pair[0]), String(pair[1])]
  })
}

/** Creates the class `URLSearchParams`, and the function with which a URL observes changes of its query. */
export function makeSearchParams() {
  class URLSearchParams {
    #pairs: Pair[]
    #changed: ((query: string) => void) | null = null
    constructor(from?: unknown) {
      this.#pairs = pairsOf(from)
      show(this, QUERY, this.toString())
    }
    #tell() {
      show(this, QUERY, this.toString())
      this.#changed?.(this.toString())
    }
    get size() {
      return this.#pairs.length
    }
    append(name: unknown, value: unknown) {
      this.#pairs.push([String(name), String(value)])
      this.#tell()
    }
    delete(name: unknown, value?: unknown) {
      this.#pairs = this.#pairs.filter(
        ([key, held]) => key !== String(name) || (value !== undefined && held !== String(value)),
      )
      this.#tell()
    }
    get(name: unknown) {
      return this.#pairs.find(([key]) => key === String(name))?.[1] ?? null
    }
    getAll(name: unknown) {
      return this.#pairs.filter(([key]) => key === String(name)).map(([, held]) => held)
    }
    has(name: unknown, value?: unknown) {
      return this.#pairs.some(
        ([key, held]) => key === String(name) && (value === undefined || held === String(value)),
      )
    }
    set(name: unknown, value: unknown) {
      const first = this.#pairs.find(([key]) => key === String(name))
      if (first) first[1] = String(value)
      else this.#pairs.push([String(name), String(value)])
      this.#pairs = this.#pairs.filter(
        (pair) => pair[0] !== String(name) || pair === (first ?? pair),
      )
      this.#tell()
    }
    sort() {
      this.#pairs.sort(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      this.#tell()
    }
    forEach(act: (value: string, name: string, params: unknown) => void, self?: unknown) {
      for (const [name, value] of [...this.#pairs]) Reflect.apply(act, self, [value, name, this])
    }
    entries() {
      return this.#pairs.map(([name, value]) => [name, value]).values()
    }
    keys() {
      return this.#pairs.map(([name]) => name).values()
    }
    values() {
      return this.#pairs.map(([, value]) => value).values()
    }
    [iterator]() {
      return this.#pairs.map(([name, value]) => [name, value]).values()
    }
    toString() {
      return this.#pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&')
    }
    /** Connects a query with the URL to which it belongs. */
    static tie(params: URLSearchParams, changed: (query: string) => void) {
      params.#changed = changed
      return (query: string) => {
        params.#pairs = pairsIn(query)
        show(params, QUERY, params.toString())
      }
    }
  }
  const { tie } = URLSearchParams
  Reflect.deleteProperty(URLSearchParams, 'tie')
  return { URLSearchParams, tie }
}
