import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from '@playwright/test'
import { letThrough, openLine } from './calls'
import { origin } from './world'

/** A file of the product's own site in which none of its code runs. */
const QUIET = '/favicon.svg'
const VIEWPORT = { width: 1280, height: 800 }

/** A browser of one person, with one page. */
export interface Room {
  page: Page
  context: BrowserContext
  browser: CDPSession
  /** Whether a test changed what no page can be rid of: its clock, its scripts, its permissions, its line. */
  spent: boolean
}

/** The local storage of one who is signed in; of a visitor, nothing. */
export type Storage = Record<string, string>

/**
 * Rooms that tests of one worker use one after another. A browser that has read and compiled the
 * product once opens it in a third of the time; what a test leaves in it is gone before the next.
 */
export class Rooms {
  #free: Room[] = []

  constructor(private readonly browser: Browser) {}

  /**
   * A room in which nobody was before, as far as the product can tell.
   * In: what the person's browser has stored; options that a page cannot be given later make a new room.
   */
  async take(storage: Storage, options: BrowserContextOptions = {}): Promise<Room> {
    const { viewport, ...ofContext } = options
    const usual = Object.keys(ofContext).length === 0
    const room = (usual && this.#free.pop()) || (await this.#build(ofContext))
    if (!usual) room.spent = true
    await Promise.all([
      room.page.setViewportSize(viewport ?? VIEWPORT),
      room.page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' }),
      room.page.goto(QUIET),
    ])
    await room.browser.send('Storage.clearDataForOrigin', {
      origin: origin(),
      storageTypes: 'cookies,local_storage,indexeddb,cache_storage,service_workers',
    })
    await room.page.evaluate((entries) => {
      sessionStorage.clear()
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, storage)
    await room.browser.send('Page.resetNavigationHistory')
    return room
  }

  /** Gives a room back. */
  async leave(room: Room): Promise<void> {
    if (room.spent || room.page.isClosed()) return room.context.close()
    const { page, context } = room
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
    // Ends the calls that wait: once nothing holds them back, they would reach the product.
    await page.goto('about:blank')
    await context.setOffline(false)
    await letThrough(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    this.#free.push(room)
  }

  async close(): Promise<void> {
    for (const { context } of this.#free) await context.close()
  }

  async #build(options: BrowserContextOptions): Promise<Room> {
    const context = await this.browser.newContext({ baseURL: origin(), ...options })
    const page = await context.newPage()
    const room = { page, context, browser: await context.newCDPSession(page), spent: false }
    openLine(page, room.browser)
    const spend = () => {
      room.spent = true
    }
    before(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket'], spend)
    before(page.clock, ['install', 'setFixedTime', 'setSystemTime'], spend)
    before(
      context,
      ['addInitScript', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'routeWebSocket'],
      spend,
    )
    return room
  }
}

/** Calls `first` before any of the object's methods of these names does its work. */
function before<T extends object>(object: T, names: (keyof T)[], first: () => void): void {
  for (const name of names) {
    const method = object[name]
    if (typeof method !== 'function') continue
    Object.defineProperty(object, name, {
      value: (...args: unknown[]) => {
        first()
        return method.apply(object, args)
      },
    })
  }
}
