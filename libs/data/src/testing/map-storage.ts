/** A browser's storage in a map, which a test can look into: its keys are properties of it. */
export function mapStorage(stored = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return withKeys(storage, stored)
}

/** In: a storage and what it holds. Out: the same with the keys as its properties. */
export function withKeys<T extends object>(storage: T, stored: ReadonlyMap<string, string>): T {
  return new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
