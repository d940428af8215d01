import type { Wanted } from './in-page'

/** What the two drivers have in common. */
export interface Driver {
  /** Opens an address and waits until the page has loaded. */
  goto: (url: string) => Promise<void>
  address: () => Promise<string>
  /** Presses what is wanted. Out: false where it is not there, or could not be pressed yet. */
  press: (wanted: Wanted) => Promise<boolean>
  /** Types into a field, in place of what stands there. Out: as of `press`. */
  type: (wanted: Wanted, text: string) => Promise<boolean>
  isThere: (wanted: Wanted) => Promise<boolean>
  /** Types where the focus is. */
  keys: (text: string) => Promise<void>
  /** What went wrong in the page, as far as this browser tells. */
  problems: () => string[]
  close: () => Promise<void>
}

const PATIENCE_MS = 20_000
const PAUSE_MS = 100

/** A browser as a person uses it: each act waits until what it is about is there. */
export class Visit {
  constructor(
    private readonly driver: Driver,
    private readonly origin: string,
  ) {}

  goto(path: string): Promise<void> {
    return this.driver.goto(new URL(path, this.origin).href)
  }

  press(kind: Wanted['kind'], name: string): Promise<void> {
    return this.until(`press ${kind} “${name}”`, () => this.driver.press({ kind, name }))
  }

  type(name: string, text: string): Promise<void> {
    return this.until(`type into “${name}”`, () => this.driver.type({ kind: 'field', name }, text))
  }

  see(name: string): Promise<void> {
    return this.until(`see “${name}”`, () => this.driver.isThere({ kind: 'text', name }))
  }

  keys(text: string): Promise<void> {
    return this.driver.keys(text)
  }

  /** Waits until the path is one that begins so. */
  at(path: string): Promise<void> {
    return this.until(`be at ${path}`, async () =>
      new URL(await this.driver.address()).pathname.startsWith(path),
    )
  }

  /** Waits until something is so; says what was waited for where it never is. */
  async until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    let last: unknown = null
    while (Date.now() < end) {
      try {
        if (await isSo()) return
      } catch (error) {
        // A page that is just being left answers nothing.
        last = error
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    throw new Error(`Waited in vain to ${what}${last ? `: ${String(last)}` : ''}`)
  }
}
