import type {
  Browser,
  BrowserContext,
  BrowserContextOptions,
  CDPSession,
  Page,
} from '@playwright/test'
import { prepareInterception, stopIntercepting } from './intercept'
import { origin } from './world'

/** A file of the product's site that runs no code of the product. */
const BLANK_FILE = '/favicon.svg'
export const VIEWPORT = { width: 1280, height: 800 }

/** A page in a separate browser context. */
export interface PooledPage {
  page: Page
  context: BrowserContext
  cdp: CDPSession
  /** True if a test changed something that cannot be reset: the clock, scripts, permissions, the network. */
  dirty: boolean
  /** True if a test did something with the page that a person cannot do. The code that reads the value resets it. */
  touched: boolean
}

/** The local storage of a signed-in person; empty for a visitor. */
export type Storage = Record<string, string>

/**
 * Pages that the tests of a worker use one after another. A page that has compiled the product once opens it three
 * times faster. What a test leaves in a page is cleared before the next test.
 */
export class PagePool {
  #free: PooledPage[] = []

  constructor(private readonly browser: Browser) {}

  /**
   * Returns a page with this local storage that the product cannot tell from a new one. Some options need a new page.
   */
  async acquire(storage: Storage, options: BrowserContextOptions = {}): Promise<PooledPage> {
    const { viewport, ...ofContext } = options
    const usual = Object.keys(ofContext).length === 0
    const pooled = (usual && this.#free.pop()) || (await this.#create(ofContext))
    if (!usual) pooled.dirty = true
    await Promise.all([
      pooled.page.setViewportSize(viewport ?? VIEWPORT),
      pooled.page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' }),
      pooled.page.goto(BLANK_FILE),
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

  /** Returns a page to the pool; a dirty one is closed. */
  async release(pooled: PooledPage): Promise<void> {
    const { page, context, dirty } = pooled
    if (dirty || page.isClosed()) return context.close()
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
    // Ends requests that are held back, which would otherwise reach the product when they are released.
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
    const context = await this.browser.newContext({
      baseURL: origin(),
      // Permissions for copying and pasting are granted from the start, because a page to which they are granted later
      // cannot be reused.
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    const pooled = { page, context, cdp, dirty: false, touched: false }
    prepareInterception(page, pooled.cdp)
    const soil = () => {
      pooled.dirty = true
    }
    const touch = () => {
      pooled.touched = true
    }
    before(page, ['evaluate', 'goto', 'reload', 'route'], touch)
    before(context, ['route', 'setOffline'], touch)
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

/** Calls `first` before each call of one of the object's methods with these names. */
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
