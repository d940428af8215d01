import type { Page } from '@playwright/test'
import { interceptionCount } from './intercept'
import { type PooledPage, VIEWPORT } from './page-pool'
import type { Screen } from './screens'

/** A loaded page that shows several states one after another. All have the same person, path and mock. */
export class SharedLoad {
  /** What the page looks like after loading. Unknown until a state was shown that needs no steps after loading. */
  #loaded: string | undefined
  /** False once a state has changed the page in a way that cannot be undone. */
  #isShareable: boolean

  /** `earlier` is a previous load, which may know what this page looks like. */
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

  /** Runs the steps that lead from the loaded page to the state. */
  async prepare({ prepare }: Screen): Promise<void> {
    if (!prepare) return
    const { pooled } = this
    const interceptions = interceptionCount(pooled.page)
    pooled.touched = false
    await prepare(pooled.page)
    const answersAlike = interceptionCount(pooled.page) === interceptions
    if (pooled.touched || !answersAlike) this.#isShareable = false
  }

  /** Returns whether the page looks as it did after loading, so that it can show the next state without a load. */
  async canShow(next: Screen, colorScheme: 'light' | 'dark'): Promise<boolean> {
    const { page, dirty } = this.pooled
    if (!isAlike(next, this.screen) || next.ownPage || dirty || !this.#isShareable) return false
    await page.setViewportSize(VIEWPORT)
    await page.emulateMedia({ colorScheme, forcedColors: 'none' })
    if (!this.#loaded) {
      if (this.screen.prepare) return false
      this.#loaded = await pageSnapshot(page)
    }
    if ((await pageSnapshot(page)) === this.#loaded) return true
    await page.keyboard.press('Escape')
    return (await pageSnapshot(page)) === this.#loaded
  }
}

/** Returns whether two states have the same person, path and mock. */
const isAlike = (one: Screen, other: Screen) =>
  one.as === other.as && one.path === other.path && one.mock === other.mock

/** Returns a text for everything that a page shows and stores, once nothing moves any more. */
const pageSnapshot = (page: Page): Promise<string> =>
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
