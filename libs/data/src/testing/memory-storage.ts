import { type BrowserStorage, DeviceStore } from '../device/store'
import { withKeys } from './map-storage'

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

/** The storage as one page uses it. */
export const pageOf = (storage = new MemoryStorage()) =>
  new DeviceStore(() => withKeys(storage, storage.items))
