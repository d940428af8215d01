import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** The checked part of the page (the open dialog, or all), and its elements with text by their colouring. */
    shown: { scope: Element; texts: Map<string, Element[]> }
  }
}

/**
 * Returns the colouring of each visible text, which decides its contrast: the element's classes, colours and size, and
 * everything that is painted behind it. If a dialog is open, only texts in the dialog count. Ancestors that paint
 * nothing do not count, so no style sheet may change a text's colour in the dark theme only inside such an ancestor.
 */
export const colourings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const open = [...document.querySelectorAll('dialog[open], [role="dialog"]')]
    const scope = open.filter((element) => element.checkVisibility()).at(-1) ?? document.body
    const names = (element: Element) =>
      `${element.localName}.${element.getAttribute('class')} ${element.getAttribute('style')}`

    const grounds = new Map<Element, string>()
    const ground = (element: Element | null): string => {
      if (!element) return ''
      const known = grounds.get(element)
      if (known !== undefined) return known
      const { backgroundColor, backgroundImage, opacity, filter } = getComputedStyle(element)
      const paint = `${backgroundColor} ${backgroundImage} ${opacity} ${filter}`
      const isPainted = paint !== 'rgba(0, 0, 0, 0) none 1 none'
      const behind = ground(element.parentElement)
      const all = isPainted ? `${names(element)} ${paint} on ${behind}` : behind
      grounds.set(element, all)
      return all
    }

    const hasText = (element: Element) =>
      element.matches('input, select, textarea') ||
      [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '')
    const colouring = (element: Element) => {
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      // The colour of the text around a link, from which the link must differ.
      const surroundingColour =
        element.parentElement && getComputedStyle(element.parentElement).color
      const isDisabled = element.matches(':disabled, :disabled *, [aria-disabled="true"] *')
      const ink = `${color} in ${surroundingColour} ${fontSize} ${fontWeight} ${isDisabled}`
      return `${names(element)} ${ink} on ${ground(element)}`
    }
    const elements = [...scope.querySelectorAll('*')].filter(
      (element) => hasText(element) && element.checkVisibility({ visibilityProperty: true }),
    )
    const texts = new Map<string, Element[]>()
    for (const element of elements) {
      const key = colouring(element)
      texts.set(key, [...(texts.get(key) ?? []), element])
    }
    window.shown = { scope, texts }
    return [...texts.keys()]
  })
