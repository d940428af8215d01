/** A browser's storage in a map, which a test can look into: its keys are properties of it. */
export function mapStorage(kept = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return withKeys(storage, kept)
}

/** In: a storage and what it holds. Out: the same with the keys as its properties. */
export function withKeys<T extends object>(storage: T, kept: ReadonlyMap<string, string>): T {
  return new Proxy(storage, {
    ownKeys: () => [...kept.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}
