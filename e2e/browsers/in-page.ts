/** An element of a page, by its role and accessible name. */
export type WantedElement =
  | { kind: 'button' | 'link' | 'option' | 'menuitem' | 'switch' | 'field'; name: string }
  | { kind: 'text'; name: string }

/**
 * Runs in the page, so it may use only its arguments. A `name` that begins with `^` matches the beginning of a name.
 * Returns the last visible match, because the element that opened last is on top, or null.
 */
function findInPage({ kind, name }: WantedElement): Element | null {
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const fits = (text: string) =>
    name.startsWith('^') ? text.startsWith(name.slice(1)) : text === name
  const isSeen = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true })
  }
  const selectors = {
    button: 'button, [role="button"], summary',
    link: 'a[href]',
    option: '[role="option"]',
    menuitem: '[role="menuitem"]',
    switch: '[role="switch"]',
    field: 'input, textarea, [contenteditable="true"]',
    text: 'h1, h2, h3, p, pre, span, td, li, strong, a, button, div',
  }
  const namesOf = (element: Element): string[] => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
    const isLabelled = isField || element instanceof HTMLButtonElement
    const labels = isLabelled
      ? [...(element.labels ?? [])].map((label) => clean(label.textContent))
      : []
    const ids = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean)
    const by = ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
    return [
      clean(element.getAttribute('aria-label')),
      clean(by),
      clean(element.getAttribute('placeholder')),
      ...labels,
      ...(kind === 'field' ? [] : [clean(element.textContent)]),
    ].filter(Boolean)
  }
  // Code editors are in shadow roots.
  const roots = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  const hostOf = (element: Element) => {
    const root = element.getRootNode()
    return root instanceof ShadowRoot ? root.host : element
  }
  const open = [...document.querySelectorAll('dialog[open], [role="dialog"]')].filter(isSeen).at(-1)
  const found = [document, ...roots]
    .flatMap((root) => [...root.querySelectorAll(selectors[kind])])
    .filter((element) => isSeen(element) && namesOf(element).some(fits))
  return found.filter((element) => open?.contains(hostOf(element))).at(-1) ?? found.at(-1) ?? null
}

/** Returns an expression that finds an element in a page. */
export function findExpression(wanted: WantedElement): string {
  // The compiler calls a helper, `__name`, which the page does not have, so the expression defines it.
  return `((__name) => (${findInPage.toString()})(${JSON.stringify(wanted)}))((it) => it)`
}

/** Returns an expression for the position of an element on the page, null if it is missing. */
export function positionExpression(wanted: WantedElement): string {
  return `(() => {
    const rect = ${findExpression(wanted)}?.getBoundingClientRect()
    return rect ? [rect.x, rect.y, rect.width, rect.height].join(' ') : null
  })()`
}
