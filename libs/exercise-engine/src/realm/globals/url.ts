import { defineClasses, show } from './define'
import { makeSearchParams } from './search-params'
import { PARTS, type Parsed, type UrlPart, type UrlQuestion } from './url-parts'

const HREF = Symbol('href')

/** Adds `URL` and `URLSearchParams`. The host parses addresses. */
export default function addUrl(ask: (question: string) => string): void {
  const { URLSearchParams, tie } = makeSearchParams()
  const asked = (...question: UrlQuestion): Parsed | null =>
    JSON.parse(ask(JSON.stringify(question)))
  const parsed = (address: unknown, base: unknown) =>
    base === undefined
      ? asked('parse', String(address))
      : asked('parse', String(address), String(base))

  class URL {
    #parsed: Parsed
    readonly #params = new URLSearchParams()
    readonly #setQuery: (query: string) => void
    constructor(address: unknown, base?: unknown) {
      const found = parsed(address, base)
      if (!found) throw new TypeError('Invalid URL')
      this.#parsed = found
      this.#setQuery = tie(this.#params, (query) => this.#set('search', query))
      this.#setQuery(found.search)
      show(this, HREF, found.href)
    }
    #set(part: UrlPart, value: string) {
      const found = asked('set', this.#parsed.href, part, value)
      if (!found && part === 'href') throw new TypeError('Invalid URL')
      if (found) this.#parsed = found
      show(this, HREF, this.#parsed.href)
    }
    static part(address: URL, part: UrlPart | 'origin', value?: unknown): string {
      if (value !== undefined && part !== 'origin') {
        address.#set(part, String(value))
        if (part === 'search' || part === 'href') address.#setQuery(address.#parsed.search)
      }
      return address.#parsed[part]
    }
    get searchParams() {
      return this.#params
    }
    toString() {
      return this.#parsed.href
    }
    toJSON() {
      return this.#parsed.href
    }
    static canParse(address: unknown, base?: unknown) {
      return parsed(address, base) !== null
    }
    static parse(address: unknown, base?: unknown) {
      return parsed(address, base) === null ? null : new URL(address, base)
    }
  }
  const { part: partOf } = URL
  Reflect.deleteProperty(URL, 'part')
  for (const part of [...PARTS, 'origin'] as const) {
    const { get, set } = {
      get(this: URL) {
        return partOf(this, part)
      },
      set(this: URL, value: unknown) {
        partOf(this, part, String(value))
      },
    }
    const property = { get, ...(part === 'origin' ? {} : { set }) }
    Reflect.defineProperty(URL.prototype, part, {
      ...property,
      enumerable: true,
      configurable: true,
    })
  }
  defineClasses([URL, URLSearchParams])
}
