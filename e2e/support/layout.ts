import type { Page } from '@playwright/test'

/** How many pixels of a page have to be scrolled sideways for. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

/** What one presses that is smaller than WCAG 2.2 asks for (2.5.8); links within a sentence are free. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const least = 24
    // The box of a task in a text shows that it is done, and cannot be pressed.
    const pressable =
      'a[href], button, input:not(label.md-task > :disabled), select, textarea, summary, [role="menuitem"]'
    const isInSentence = (element: Element) =>
      element.tagName === 'A' && getComputedStyle(element).display === 'inline'
    return [...document.querySelectorAll<HTMLElement>(pressable)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !isInSentence(element) && !element.closest('[aria-hidden="true"]'))
      .flatMap((element) => {
        // A label is pressed in its field's stead.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
        const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect())
        if (boxes.some(({ width, height }) => width >= least && height >= least)) return []
        const [box] = boxes
        return [`${element.outerHTML.slice(0, 120)} ${box?.width} × ${box?.height}`]
      })
  })

/** Where one cannot see what has the focus in colours of one's own choosing (WCAG 2.4.7, 1.4.11). */
export const unseenFocus = (page: Page) =>
  page.evaluate(() => {
    const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
    const scope = document.querySelector('dialog[open]') ?? document
    const around = (element: Element | null, levels = 5): Element[] =>
      element && levels > 0 ? [element, ...around(element.parentElement, levels - 1)] : []
    const looks = (element: Element) =>
      around(element)
        .map((one) => getComputedStyle(one))
        .map((style) => `${style.outlineStyle} ${style.outlineWidth} ${style.borderWidth}`)
        .join()
    return [...scope.querySelectorAll<HTMLElement>(reachable)]
      .filter((element) => element.tabIndex >= 0 && element.checkVisibility())
      .filter((element) => {
        element.blur()
        const before = looks(element)
        // Chromium's way to say that it was the keyboard; not in the types yet.
        element.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
        return document.activeElement === element && looks(element) === before
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** A page is about one thing, and says where that is. */
export const outline = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length
    return { headings: shown('h1'), mains: shown('main') }
  })
