/** The key under which the browser stores the logs of both applications. */
export const LOGS_KEY = 'rookies-logs'
/** The key under which the school's name is stored. The script in the head of the page reads it, too. */
export const SITE_NAME_KEY = 'rookies-site-name'
/** The prefix of the keys of recent searches. Each person has a key. */
export const SEARCHES_KEY = 'rookies-searches:'

/** Returns whether an entry is one of those that are deleted first if the storage is full (rules/data#device). */
export const isSpare = (key: string) => key === LOGS_KEY || key.startsWith(SEARCHES_KEY)

/** The methods of a browser storage that are used here. Its keys must be own properties. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A browser storage whose methods never throw (rules/data#device). Entries that the browser does not store stay in
 * memory until the page is closed.
 */
export class DeviceStore {
  /** Entries that the browser has not stored, and that are lost when the page is closed. */
  readonly inMemory = new Map<string, string>()

  /** `browser` returns the browser's own storage. It may throw. */
  constructor(private readonly browser: () => BrowserStorage | null | undefined) {}

  keys(): string[] {
    return [...new Set([...this.inMemory.keys(), ...(this.#ask(Object.keys) ?? [])])]
  }

  getItem(key: string): string | null {
    return this.inMemory.get(key) ?? this.#ask((storage) => storage.getItem(key)) ?? null
  }

  /** Stores an entry. If the storage is full, the least important entries are deleted first. */
  setItem(key: string, text: string): void {
    this.inMemory.delete(key)
    if (this.setIfRoom(key, text)) return
    // Otherwise the older value in the storage would return when the page is loaded again.
    this.removeItem(key)
    for (const other of this.keys()) if (isSpare(other)) this.removeItem(other)
    if (!this.setIfRoom(key, text)) this.inMemory.set(key, text)
  }

  /**
   * Stores an entry that may be lost. Returns false if the browser did not store it; memory does not contain it either.
   */
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

/** The storage of this tab, which lasts until the tab is closed. */
export const tabStore = new DeviceStore(() => globalThis.sessionStorage)
