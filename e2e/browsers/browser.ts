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
  /** Says where on the page it lies; null where it is not there. */
  place: (wanted: Wanted) => Promise<string | null>
  /** Types where the focus is. */
  keys: (text: string) => Promise<void>
  /** What went wrong in the page, as far as this browser tells. */
  problems: () => string[]
  /** Draws what is seen of the page into a file (PNG). */
  picture: (path: string) => Promise<void>
  close: () => Promise<void>
}

const PATIENCE_MS = 20_000
const PAUSE_MS = 100

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

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
    const wanted = { kind, name }
    return this.until(
      `press ${kind} “${name}”`,
      async () => (await this.isStill(wanted)) && this.driver.press(wanted),
    )
  }

  type(name: string, text: string): Promise<void> {
    const wanted: Wanted = { kind: 'field', name }
    return this.until(
      `type into “${name}”`,
      async () => (await this.isStill(wanted)) && this.driver.type(wanted, text),
    )
  }

  see(name: string): Promise<void> {
    return this.until(
      `see “${name}”`,
      async () => (await this.driver.place({ kind: 'text', name })) !== null,
    )
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

  /** What still moves would be pressed where it no longer is. */
  private async isStill(wanted: Wanted): Promise<boolean> {
    const before = await this.driver.place(wanted)
    if (before === null) return false
    await pause()
    return (await this.driver.place(wanted)) === before
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
      await pause()
    }
    throw new Error(`Waited in vain to ${what}${last ? `: ${String(last)}` : ''}`)
  }
}
