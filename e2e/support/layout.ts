import type { Page } from '@playwright/test'

/** Returns the horizontal overflow of a page, in px. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    return scrollWidth - clientWidth
  })

/** Returns the controls that are smaller than WCAG 2.2 requires (2.5.8); links within a sentence are exempt. */
export const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const least = 24
    // A check box in a lesson's text only shows a state and cannot be pressed.
    const pressable =
      'a[href], button, input:not(label.md-task > :disabled), select, textarea, summary, [role="menuitem"]'
    const isInSentence = (element: Element) =>
      element.tagName === 'A' && getComputedStyle(element).display === 'inline'
    return [...document.querySelectorAll<HTMLElement>(pressable)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => !isInSentence(element) && !element.closest('[aria-hidden="true"]'))
      .flatMap((element) => {
        // The label of a field is pressed instead of the field.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
        const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect())
        if (boxes.some(({ width, height }) => width >= least && height >= least)) return []
        const [box] = boxes
        return [`${element.outerHTML.slice(0, 120)} ${box?.width} × ${box?.height}`]
      })
  })

/** Returns the elements whose focus is not visible in forced colours (WCAG 2.4.7, 1.4.11). */
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
        // The option makes Chromium show the focus ring of the keyboard; the types do not have it yet.
        element.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
        return document.activeElement === element && looks(element) === before
      })
      .map((element) => element.outerHTML.slice(0, 120))
  })

/** Returns problems with the page's headings and landmarks. */
export const outline = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length
    return { headings: shown('h1'), mains: shown('main') }
  })
