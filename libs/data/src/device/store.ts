import { isSpare } from './spare-keys'

/** The part of a browser's storage that is used. */
export type BrowserStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/**
 * A storage of the browser that never throws (rules/data#device). What it does not take, because it is forbidden, missing or
 * full, is in the memory of this page.
 */
export class DeviceStore {
  readonly #memory = new Map<string, string>()

  /** In: how to reach the browser's own, which may throw. */
  constructor(private readonly browser: () => BrowserStorage | null | undefined) {}

  /** Whether the browser keeps anything here beyond this page. */
  get keeps(): boolean {
    return this.#ask((storage) => storage.getItem('') === null) ?? false
  }

  keys(): string[] {
    const kept = this.#ask((storage) => {
      return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    })
    return [...new Set([...this.#memory.keys(), ...(kept ?? [])])]
  }

  getItem(key: string): string | null {
    return this.#memory.get(key) ?? this.#ask((storage) => storage.getItem(key)) ?? null
  }

  setItem(key: string, text: string): void {
    this.keep(key, text)
  }

  /** As `setItem`. Out: false when it lasts no longer than this page. Room is made for it by what can best be done without. */
  keep(key: string, text: string): boolean {
    this.#memory.delete(key)
    if (this.keepIfRoom(key, text)) return true
    // What stood there before would come back in its place.
    this.removeItem(key)
    for (const other of this.keys()) if (isSpare(other)) this.removeItem(other)
    if (this.keepIfRoom(key, text)) return true
    this.#memory.set(key, text)
    return false
  }

  /** For what nobody misses: out: false when the browser did not take it, and nobody holds it. */
  keepIfRoom(key: string, text: string): boolean {
    return (
      this.#ask((storage) => {
        storage.setItem(key, text)
        return true
      }) ?? false
    )
  }

  removeItem(key: string): void {
    this.#memory.delete(key)
    this.#ask((storage) => storage.removeItem(key))
  }

  /** Whether anything whose key begins like this lasts no longer than this page. */
  isUnkept(prefix: string): boolean {
    return [...this.#memory.keys()].some((key) => key.startsWith(prefix))
  }

  #ask<T>(work: (storage: BrowserStorage) => T): T | undefined {
    try {
      const storage = this.browser()
      return storage ? work(storage) : undefined
    } catch {
      return undefined
    }
  }
}

/** What both applications, and all tabs, share. */
export const localStore = new DeviceStore(() => globalThis.localStorage)

/** What one tab keeps until it is closed. */
export const tabStore = new DeviceStore(() => globalThis.sessionStorage)
