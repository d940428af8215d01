/** Where the browser keeps the records of what happened, both apps' together. */
export const LOGS_KEY = 'rookies-logs'
/** Where recent searches are kept in this browser, one entry a person. */
export const SEARCHES_KEY = 'rookies-searches:'

/** Whether a key holds what is given up first where there is no room (rules/data#device). */
export const isSpare = (key: string) => key === LOGS_KEY || key.startsWith(SEARCHES_KEY)

/** The part of a browser's storage that is used, whose keys are its own properties. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A storage of the browser that never throws (rules/data#device). What it does not take, because it is forbidden, missing or
 * full, is in the memory of this page.
 */
export class DeviceStore {
  /** What lasts no longer than this page. */
  readonly unkept = new Map<string, string>()

  /** In: how to reach the browser's own, which may throw. */
  constructor(private readonly browser: () => BrowserStorage | null | undefined) {}

  keys(): string[] {
    return [...new Set([...this.unkept.keys(), ...(this.#ask(Object.keys) ?? [])])]
  }

  getItem(key: string): string | null {
    return this.unkept.get(key) ?? this.#ask((storage) => storage.getItem(key)) ?? null
  }

  /** Room is made for it by what can best be done without. */
  setItem(key: string, text: string): void {
    this.unkept.delete(key)
    if (this.keepIfRoom(key, text)) return
    // What stood there before would come back in its place.
    this.removeItem(key)
    for (const other of this.keys()) if (isSpare(other)) this.removeItem(other)
    if (!this.keepIfRoom(key, text)) this.unkept.set(key, text)
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
    this.unkept.delete(key)
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

/** What both applications, and all tabs, share. */
export const localStore = new DeviceStore(() => globalThis.localStorage)

/** What one tab keeps until it is closed. */
export const tabStore = new DeviceStore(() => globalThis.sessionStorage)
