/** The key of the logs of both applications in the browser's storage. */
export const LOGS_KEY = 'rookies-logs'
/** The key of the school's name, which the script in the head of a page reads too. */
export const SITE_NAME_KEY = 'rookies-site-name'
/** The prefix of the keys of recent searches, one key per person. */
export const SEARCHES_KEY = 'rookies-searches:'

/** Returns whether an entry is deleted first if the storage is full (rules/data#device). */
export const isSpare = (key: string) => key === LOGS_KEY || key.startsWith(SEARCHES_KEY)

/** The methods that are used of a browser's storage, whose keys must be its own properties. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A browser storage that never throws (rules/data#device). Entries that the browser refuses, or has no room for, stay
 * in the memory of this page.
 */
export class DeviceStore {
  /** Entries that are lost when this page is closed. */
  readonly inMemory = new Map<string, string>()

  /** `browser` returns the browser's own storage, and may throw. */
  constructor(private readonly browser: () => BrowserStorage | null | undefined) {}

  keys(): string[] {
    return [...new Set([...this.inMemory.keys(), ...(this.#ask(Object.keys) ?? [])])]
  }

  getItem(key: string): string | null {
    return this.inMemory.get(key) ?? this.#ask((storage) => storage.getItem(key)) ?? null
  }

  /** If the storage is full, entries that matter least are deleted to make room. */
  setItem(key: string, text: string): void {
    this.inMemory.delete(key)
    if (this.setIfRoom(key, text)) return
    // Otherwise the older value would return after a reload.
    this.removeItem(key)
    for (const other of this.keys()) if (isSpare(other)) this.removeItem(other)
    if (!this.setIfRoom(key, text)) this.inMemory.set(key, text)
  }

  /** Stores an entry that may be lost. Returns false if the browser refused it; memory does not hold it then. */
  setIfRoom(key: string, text: string): boolean {
    return (
      this.#ask((storage) => {
        storage.setItem(key, text)
        return true
      }) ?? false
    )
  }

  removeItem(key: string): void {
    this.inMemory.delete(key)
    this.#ask((storage) => storage.removeItem(key))
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

/** Shared by both applications and all tabs. */
export const localStore = new DeviceStore(() => globalThis.localStorage)

/** Lasts until the tab is closed. */
export const tabStore = new DeviceStore(() => globalThis.sessionStorage)
