import type { WantedElement } from './in-page'

/** The functions that both drivers have. */
export interface Driver {
  /** Opens an address and waits until the page has loaded. */
  goto: (url: string) => Promise<void>
  address: () => Promise<string>
  /** Presses the element. Returns false if it is missing or cannot be pressed yet. */
  press: (wanted: WantedElement) => Promise<boolean>
  /** Replaces the text of a field. Returns false if it is missing. */
  type: (wanted: WantedElement, text: string) => Promise<boolean>
  /** Returns the position of the element on the page, or null if the element is missing. */
  place: (wanted: WantedElement) => Promise<string | null>
  /** Types into the focused element. */
  keys: (text: string) => Promise<void>
  /** Runs an expression in the page, and returns its value once it is there. */
  evaluate: (expression: string) => Promise<unknown>
  /** Returns the problems in the page, as far as the browser reports them. */
  problems: () => string[]
  /** Saves the visible part of the page as a PNG file. */
  picture: (path: string) => Promise<void>
  close: () => Promise<void>
}

const PATIENCE_MS = 20_000
const PAUSE_MS = 100
/** Milliseconds for which an element must not move before it is pressed. Content that loads later can move it. */
const STILL_MS = 400

const pause = (ms = PAUSE_MS) => new Promise((resolve) => setTimeout(resolve, ms))

/** Uses a browser like a person: each step waits until its element is on the page. */
export class Visit {
  constructor(
    private readonly driver: Driver,
    private readonly origin: string,
  ) {}

  goto(path: string): Promise<void> {
    return this.driver.goto(new URL(path, this.origin).href)
  }

  press(kind: WantedElement['kind'], name: string): Promise<void> {
    const wanted = { kind, name }
    return this.waitUntil(
      `press ${kind} “${name}”`,
      async () => (await this.isStill(wanted)) && this.driver.press(wanted),
    )
  }

  type(name: string, text: string): Promise<void> {
    const wanted: WantedElement = { kind: 'field', name }
    return this.waitUntil(
      `type into “${name}”`,
      async () => (await this.isStill(wanted)) && this.driver.type(wanted, text),
    )
  }

  see(name: string): Promise<void> {
    return this.waitUntil(
      `see “${name}”`,
      async () => (await this.driver.place({ kind: 'text', name })) !== null,
    )
  }

  evaluate(expression: string): Promise<unknown> {
    return this.driver.evaluate(expression)
  }

  keys(text: string): Promise<void> {
    return this.driver.keys(text)
  }

  /** Waits until the path begins with this one. */
  waitForPath(path: string): Promise<void> {
    return this.waitUntil(`be at ${path}`, async () =>
      new URL(await this.driver.address()).pathname.startsWith(path),
    )
  }

  /** Returns whether an element does not move. A press on a moving element would miss it. */
  private async isStill(wanted: WantedElement): Promise<boolean> {
    const before = await this.driver.place(wanted)
    if (before === null) return false
    await pause(STILL_MS)
    return (await this.driver.place(wanted)) === before
  }

  /** Waits until a condition holds. Throws an error that names the condition if it never does. */
  async waitUntil(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + PATIENCE_MS
    let last: unknown = null
    while (Date.now() < end) {
      try {
        if (await isSo()) return
      } catch (error) {
        // While the browser navigates, the old page does not answer, so errors are ignored until the end.
        last = error
      }
      await pause()
    }
    throw new Error(`Waited in vain to ${what}${last ? `: ${String(last)}` : ''}`)
  }
}
