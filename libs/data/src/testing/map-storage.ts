/** A browser storage in a map that a test can read; its keys are its own properties. */
export function mapStorage(stored = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return withKeys(storage, stored)
}

/** Returns a storage with its keys as own properties. */
export function withKeys<T extends object>(storage: T, stored: ReadonlyMap<string, string>): T {
  return new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
