import { type BrowserStorage, DeviceStore } from '../device/store'

/** Creates a browser storage in a map that a test can read. Its keys are its own properties, as in a browser. */
export function mapStorage(stored = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  return withKeys(storage, stored)
}

/** Returns a storage that also has its keys as own properties. */
export function withKeys<T extends object>(storage: T, stored: ReadonlyMap<string, string>): T {
  return new Proxy(storage, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  })
}

/** A storage for tests, shared by several tabs like a browser's. */
export class MemoryStorage implements BrowserStorage {
  readonly items = new Map<string, string>()
  full = false

  getItem(key: string): string | null {
    return this.items.get(key) ?? null
  }

  setItem(key: string, value: string): void {
    if (this.full) throw new DOMException('full', 'QuotaExceededError')
    this.items.set(key, value)
  }

  removeItem(key: string): void {
    this.items.delete(key)
  }
}

/** Returns the storage as one page uses it. */
export const pageOf = (storage = new MemoryStorage()) =>
  new DeviceStore(() => withKeys(storage, storage.items))
