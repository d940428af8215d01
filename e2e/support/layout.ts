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
        // A field can also be pressed by its label, whose size counts too.
        const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
        const boxes = [element, ...(label ? [label] : [])].map((one) => one.getBoundingClientRect())
        if (boxes.some(({ width, height }) => width >= least && height >= least)) return []
        const [box] = boxes
        return [`${element.outerHTML.slice(0, 120)} ${box?.width} × ${box?.height}`]
      })
  })

/**
 * Returns the elements whose focus is not visible (WCAG 2.4.7, 1.4.11), one of each kind. In forced colours, only
 * outlines and borders are seen.
 */
export const unseenFocus = (page: Page) =>
  page.evaluate(async () => {
    const reachable =
      'a[href], button, input, select, textarea, summary, [tabindex="0"], [contenteditable="true"]'
    const dialogs = [...document.querySelectorAll('dialog[open], [role="dialog"]')]
    const scope = dialogs.filter((one) => one.checkVisibility()).at(-1) ?? document
    const around = (element: Element | null, levels = 5): Element[] =>
      element && levels > 0 ? [element, ...around(element.parentElement, levels - 1)] : []
    const forced = matchMedia('(forced-colors: active)').matches
    // A hidden field is drawn by the element beside it, which shows the focus.
    const looks = (element: Element) =>
      [...around(element), ...(element.parentElement?.children ?? [])]
        .map((one) => getComputedStyle(one))
        .concat(getComputedStyle(element, '::before'), getComputedStyle(element, '::after'))
        .map(({ outlineStyle, outlineWidth, borderWidth, borderColor, boxShadow }) =>
          [
            outlineStyle === 'none' ? '' : `${outlineStyle} ${outlineWidth}`,
            borderWidth,
            ...(forced ? [] : [borderColor, boxShadow]),
          ].join(),
        )
        .join()
    const drawn = () => new Promise(requestAnimationFrame)
    const kindOf = ({ tagName, className, role }: Element) => [tagName, className, role].join(' ')
    const kinds = new Map<string, HTMLElement>()
    for (const element of scope.querySelectorAll<HTMLElement>(reachable)) {
      const kind = kindOf(element)
      if (element.tabIndex < 0 || !element.checkVisibility() || kinds.has(kind)) continue
      kinds.set(kind, element)
    }
    const focus = (element: HTMLElement) =>
      // The option makes Chromium show the focus ring as for the keyboard; TypeScript's types do not have it yet.
      element.focus({ focusVisible: true, preventScroll: true } as FocusOptions)
    /** Some components of antd draw the focus some animation frames later. */
    const seenLater = async (element: HTMLElement): Promise<boolean> => {
      element.blur()
      for (let frame = 0; frame < 10; frame += 1) await drawn()
      const before = looks(element)
      focus(element)
      for (let frame = 0; frame < 60; frame += 1) {
        if (looks(element) !== before) return true
        await drawn()
      }
      return false
    }
    const unseen: string[] = []
    for (const element of kinds.values()) {
      element.blur()
      const before = looks(element)
      focus(element)
      if (document.activeElement !== element || looks(element) !== before) continue
      if (!(await seenLater(element))) unseen.push(element.outerHTML.slice(0, 120))
    }
    return unseen
  })

/**
 * Returns the buttons that look as the browser draws them: with its raised border, or with text in its font. Every button
 * of the product has a style of its own.
 */
export const unstyledButtons = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // A button without the styles of the product, for comparison.
    const plain = document.body.appendChild(document.createElement('button'))
    plain.style.all = 'revert'
    const { borderTopStyle, fontFamily } = getComputedStyle(plain)
    const own = { borderTopStyle, fontFamily }
    plain.remove()
    return [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility({ visibilityProperty: true }))
      .filter((button) => {
        const style = getComputedStyle(button)
        // A button with an icon alone shows no font.
        const hasText = button.textContent.trim() !== ''
        if (hasText && style.fontFamily === own.fontFamily) return true
        return style.borderTopStyle === own.borderTopStyle
      })
      .map((button) => button.outerHTML.slice(0, 120))
  })

/** Returns how far elements around an open dialog scroll, in px. Only the dialog's content should scroll. */
export const scrollAround = (page: Page): Promise<number> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.ant-modal-wrap')].reduce(
      (most, { scrollHeight, clientHeight }) => Math.max(most, scrollHeight - clientHeight),
      0,
    ),
  )

/**
 * Returns what is wrong with the places of dialogs and drawers: a backdrop covers the whole window, the page below it
 * stays as wide as it was, and a dialog leaves 16 px free at each side.
 */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const boxes = (selector: string) =>
      [...document.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())
    const narrow = boxes('.ant-modal-mask, .ant-drawer-mask').filter(
      ({ left, right }) => left > 0 || right < window.innerWidth,
    )
    const wide = boxes('.ant-modal').filter(
      ({ left, right }) => left < 16 || right > window.innerWidth - 16,
    )
    const place = ({ left, right }: DOMRect) => `${left} to ${right} of ${window.innerWidth}`
    return [...narrow, ...wide].map(place)
  })

/** Returns problems with the page's headings and landmarks. */
export const outline = (page: Page) =>
  page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility()).length
    return { headings: shown('h1'), mains: shown('main') }
  })
