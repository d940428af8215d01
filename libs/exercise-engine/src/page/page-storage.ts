/** The maximum number of characters that a page can store. Most browsers have the same limit. */
const MAX_CHARACTERS = 5_000_000

/**
 * Gives a page `localStorage`, `sessionStorage`, and cookies in memory, because the browser refuses them to a document
 * without an origin. They last as long as the page (rules/exercises#pages).
 *
 * @param stored called when the page stores something
 */
export function defineStorage(stored: () => void): void {
  const areas = new WeakMap<object, Map<string, string>>()
  const itemsOf = (area: object) => {
    const items = areas.get(area)
    if (!items) throw new TypeError('Illegal invocation')
    return items
  }
  const write = (items: Map<string, string>, key: unknown, value: unknown) => {
    let length = 0
    for (const item of new Map(items).set(String(key), String(value)))
      length += item[0].length + item[1].length
    if (length > MAX_CHARACTERS)
      throw new DOMException('There is no room for this', 'QuotaExceededError')
    items.set(String(key), String(value))
    stored()
  }
  // The methods are on the prototype, so that tests can spy on them there.
  const methods = {
    getItem(this: object, key: unknown) {
      return itemsOf(this).get(String(key)) ?? null
    },
    setItem(this: object, key: unknown, value: unknown) {
      write(itemsOf(this), key, value)
    },
    removeItem(this: object, key: unknown) {
      itemsOf(this).delete(String(key))
    },
    clear(this: object) {
      itemsOf(this).clear()
    },
    key(this: object, at: unknown) {
      return [...itemsOf(this).keys()][Math.trunc(Number(at))] ?? null
    },
  }
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(Storage.prototype, name, { value, writable: true, configurable: true })

  const area = (): object => {
    const items = new Map<string, string>()
    const proxy: object = new Proxy(Object.create(Storage.prototype), {
      get(target, key, receiver) {
        if (key === 'length') return items.size
        if (typeof key === 'symbol' || key in target) return Reflect.get(target, key, receiver)
        return items.get(key)
      },
      set(_, key, value) {
        write(items, key, value)
        return true
      },
      has: (target, key) => key in target || items.has(String(key)),
      deleteProperty(_, key) {
        items.delete(String(key))
        return true
      },
      ownKeys: () => [...items.keys()],
      getOwnPropertyDescriptor(_, key) {
        const value = items.get(String(key))
        return value === undefined
          ? undefined
          : { value, writable: true, enumerable: true, configurable: true }
      },
    })
    areas.set(proxy, items)
    return proxy
  }
  for (const name of ['localStorage', 'sessionStorage']) {
    const own = area()
    Object.defineProperty(globalThis, name, { get: () => own, configurable: true })
  }

  const cookies = new Map<string, string>()
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => [...cookies].map(([name, value]) => (name ? `${name}=${value}` : value)).join('; '),
    set(text: unknown) {
      const [pair = '', ...attributes] = String(text).split(';')
      const cut = pair.indexOf('=')
      const name = pair.slice(0, Math.max(cut, 0)).trim()
      if (attributes.some(isPast)) cookies.delete(name)
      else {
        cookies.set(name, pair.slice(cut + 1).trim())
        stored()
      }
    },
    configurable: true,
  })
}

/** Returns whether the attributes of a cookie mean that it is deleted. */
function isPast(attribute: string): boolean {
  const [name = '', value = ''] = attribute.split('=').map((part) => part.trim())
  if (/^max-age$/i.test(name)) return Number(value) <= 0
  return /^expires$/i.test(name) && Date.parse(value) <= Date.now()
}
