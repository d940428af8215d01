import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from '@playwright/test'
import { prepareInterception, stopIntercepting } from './intercept'
import { origin } from './world'

/** A file of the product's own site in which none of its code runs. */
const QUIET = '/favicon.svg'
const VIEWPORT = { width: 1280, height: 800 }

/** A page with a browser context of its own. */
export interface PooledPage {
  page: Page
  context: BrowserContext
  cdp: CDPSession
  /** Whether a test changed what cannot be reset: its clock, its scripts, its permissions, its network. */
  dirty: boolean
}

/** The local storage of a person who is signed in; of a visitor, nothing. */
export type Storage = Record<string, string>

/**
 * Pages that the tests of a worker use one after another. A page that has read and compiled the product
 * once opens it in a third of the time; what a test leaves in it is cleared before the next.
 */
export class PagePool {
  #free: PooledPage[] = []

  constructor(private readonly browser: Browser) {}

  /**
   * A page that the product sees for the first time, as far as it can tell.
   * In: what the person's browser has stored; options that a page cannot be given later make a new page.
   */
  async acquire(storage: Storage, options: BrowserContextOptions = {}): Promise<PooledPage> {
    const { viewport, ...ofContext } = options
    const usual = Object.keys(ofContext).length === 0
    const pooled = (usual && this.#free.pop()) || (await this.#create(ofContext))
    if (!usual) pooled.dirty = true
    await Promise.all([
      pooled.page.setViewportSize(viewport ?? VIEWPORT),
      pooled.page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' }),
      pooled.page.goto(QUIET),
    ])
    await pooled.cdp.send('Storage.clearDataForOrigin', {
      origin: origin(),
      storageTypes: 'cookies,local_storage,indexeddb,cache_storage,service_workers',
    })
    await pooled.page.evaluate((entries) => {
      sessionStorage.clear()
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, storage)
    await pooled.cdp.send('Page.resetNavigationHistory')
    return pooled
  }

  /** Gives a page back; one that is dirty is closed. */
  async release(pooled: PooledPage): Promise<void> {
    const { page, context, dirty } = pooled
    if (dirty || page.isClosed()) return context.close()
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
    // Ends the requests that wait: once nothing holds them back, they would reach the product.
    await page.goto('about:blank')
    await context.setOffline(false)
    await stopIntercepting(page)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    this.#free.push(pooled)
  }

  async close(): Promise<void> {
    for (const { context } of this.#free) await context.close()
  }

  async #create(options: BrowserContextOptions): Promise<PooledPage> {
    const context = await this.browser.newContext({ baseURL: origin(), ...options })
    const page = await context.newPage()
    const pooled = { page, context, cdp: await context.newCDPSession(page), dirty: false }
    prepareInterception(page, pooled.cdp)
    const soil = () => {
      pooled.dirty = true
    }
    before(page, ['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket'], soil)
    before(page.clock, ['install', 'setFixedTime', 'setSystemTime'], soil)
    before(
      context,
      ['addInitScript', 'exposeFunction', 'grantPermissions', 'newCDPSession', 'routeWebSocket'],
      soil,
    )
    return pooled
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
