import type { Page } from '@playwright/test'
import { interceptionCount } from './intercept'
import { type PooledPage, VIEWPORT } from './page-pool'
import type { Screen } from './screens'

/** A loaded page that shows states of one person, path and mock, one after another. */
export class SharedLoad {
  /** How the page looks once it has loaded; unknown before a state that only needs loading. */
  #loaded: string | undefined
  /** False once a state's acts have left more than a person can take back. */
  #isShareable: boolean

  /** `earlier` may know how this one looks. */
  constructor(
    readonly pooled: PooledPage,
    private readonly screen: Screen,
    earlier?: SharedLoad,
  ) {
    this.#isShareable = !screen.ownPage
    if (earlier && isAlike(screen, earlier.screen)) this.#loaded = earlier.#loaded
  }

  /** Opens the path, with the answers of the state. */
  async open(): Promise<void> {
    const { page } = this.pooled
    await this.screen.mock?.(page)
    await page.goto(this.screen.path)
  }

  /** Does what leads from the loaded page to the state. */
  async prepare({ prepare }: Screen): Promise<void> {
    if (!prepare) return
    const { pooled } = this
    const interceptions = interceptionCount(pooled.page)
    pooled.touched = false
    await prepare(pooled.page)
    const answersAlike = interceptionCount(pooled.page) === interceptions
    if (pooled.touched || !answersAlike) this.#isShareable = false
  }

  /** Returns whether the state needs no load of its own, because the page looks again as it did after loading. */
  async takes(next: Screen, colorScheme: 'light' | 'dark'): Promise<boolean> {
    const { page, dirty } = this.pooled
    if (!isAlike(next, this.screen) || next.ownPage || dirty || !this.#isShareable) return false
    await page.setViewportSize(VIEWPORT)
    await page.emulateMedia({ colorScheme, forcedColors: 'none' })
    if (!this.#loaded) {
      if (this.screen.prepare) return false
      this.#loaded = await look(page)
    }
    if ((await look(page)) === this.#loaded) return true
    await page.keyboard.press('Escape')
    return (await look(page)) === this.#loaded
  }
}

/** Returns whether two states load the same. */
const isAlike = (one: Screen, other: Screen) =>
  one.as === other.as && one.path === other.path && one.mock === other.mock

/** Returns what a page shows and stores, as a text, once it has drawn and nothing moves. */
const look = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const drawn = () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    await drawn()
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
    await drawn()
    const states = ['disabled', 'aria-selected', 'aria-expanded', 'aria-checked', 'aria-invalid']
    const shown = [...document.body.querySelectorAll('*')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .map((element) => {
        const texts = [...element.childNodes].map((node) => (node instanceof Text ? node.data : ''))
        const { value, checked } = element as Partial<HTMLInputElement>
        const own = states.map((name) => element.getAttribute(name))
        return [texts.join(''), value, checked, ...own].filter(Boolean).join()
      })
      .filter(Boolean)
    const stored = [localStorage, sessionStorage].map((storage) =>
      Object.entries(storage)
        .filter(([key]) => !key.endsWith('-auth'))
        .sort(),
    )
    return JSON.stringify([location.href, stored, shown])
  })
