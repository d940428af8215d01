/** Selects layers (dialogs, menus, toasts), which cover the page and return the focus to the control that opened them. */
const LAYER = 'dialog, [role="dialog"], [role="menu"], [role="alert"], [role="status"]'

const CONTROL =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/** A control that had the focus, and its position: indexes among siblings, from the control up to the root. */
interface FocusPosition {
  control: HTMLElement
  layer: Element | null
  path: { parent: Element; index: number }[]
}

/**
 * Moves the focus when the focused control is removed from the page; otherwise a person who uses the keyboard would
 * start again at the top. The focus goes to the same control of the next row, else of the previous row, else to the
 * control after the list. From a layer, it goes to the control that opened the layer, or to the next one. After a
 * click outside of all controls, nothing is focused. Returns a function that stops watching.
 */
export function keepFocus(page: Document): () => void {
  const openers = new WeakMap<Element, FocusPosition>()
  let last: FocusPosition | null = null

  const openerOf = (position: FocusPosition) =>
    position.layer ? openers.get(position.layer) : undefined

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYER)
    // The focus that returns from a layer above this one did not open this layer.
    let below: FocusPosition | null | undefined = last
    while (below && below.layer !== layer) below = openerOf(below)
    if (layer && last && !below) openers.set(layer, last)
    last = { control: target, layer, path: pathOf(target) }
  }

  const onPointerDown = ({ target }: PointerEvent) => {
    if (!(target instanceof Element) || target.closest(`${CONTROL}, ${LAYER}, label`)) return
    last = null
  }

  const observer = new MutationObserver(() => {
    if (!last) return
    const active = page.activeElement
    if (active && active !== page.body && !isShut(active)) {
      // The position is read again, because the remaining controls may have moved.
      for (
        let position: FocusPosition | undefined = last;
        position;
        position = openerOf(position)
      ) {
        if (position.control.isConnected) position.path = pathOf(position.control)
      }
      return
    }
    // If the control is still on the page, the person moved the focus away.
    if (last.control.isConnected && !isShut(last.control)) return
    let position: FocusPosition | undefined = last
    while (position?.layer && (!position.layer.isConnected || isShut(position.layer)))
      position = openerOf(position)
    last = null
    const successor = (position && successorOf(position)) ?? page.querySelector<HTMLElement>('main')
    successor?.focus()
  })

  page.addEventListener('focusin', onFocusIn)
  page.addEventListener('pointerdown', onPointerDown)
  observer.observe(page.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  return () => {
    page.removeEventListener('focusin', onFocusIn)
    page.removeEventListener('pointerdown', onPointerDown)
    observer.disconnect()
  }
}

const isShut = (element: Element) => element.closest('dialog:not([open])') !== null

function pathOf(control: Element): FocusPosition['path'] {
  const path: FocusPosition['path'] = []
  for (let child = control; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement
    path.push({ parent, index: Array.prototype.indexOf.call(parent.children, child) })
  }
  return path
}

/** Returns the control nearest to the position of the removed one. */
function successorOf({ control, layer, path }: FocusPosition): HTMLElement | null {
  if (control.isConnected && canFocus(control)) return control
  const trail: number[] = []
  for (const { parent, index } of path) {
    if (parent.isConnected) {
      const children = [...parent.children]
      for (const child of [...children.slice(index), ...children.slice(0, index).reverse()]) {
        const found = follow(child, trail) ?? controlsIn(child)[0]
        if (found) return found
      }
      if (parent === layer || parent.matches('main')) break
    }
    trail.unshift(index)
  }
  return null
}

/** Returns the control at the same position within a neighbouring row. */
function follow(neighbour: Element, trail: readonly number[]): HTMLElement | null {
  const found = trail.reduce<Element | undefined>((at, index) => at?.children[index], neighbour)
  return found instanceof HTMLElement && found.matches(CONTROL) && canFocus(found) ? found : null
}

function controlsIn(part: Element): HTMLElement[] {
  const within = [...part.querySelectorAll<HTMLElement>(CONTROL)]
  return (part instanceof HTMLElement && part.matches(CONTROL) ? [part, ...within] : within).filter(
    canFocus,
  )
}

const canFocus = (control: HTMLElement) =>
  control.checkVisibility() && !control.matches(':disabled')
