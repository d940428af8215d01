/** What lies over the page for a while, and gives the focus back to what it was opened from. */
const LAYER = 'dialog, [role="dialog"], [role="menu"], [role="alert"], [role="status"]'

const CONTROL =
  'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex="0"]'

/** A control that had the focus, and where it stood: from itself up to the root, place by place. */
interface Seat {
  control: HTMLElement
  layer: Element | null
  path: { parent: Element; index: number }[]
}

/**
 * A control that is taken out of the page takes the focus along, and a person who works by keyboard begins
 * at the top of the page again. From now on the focus goes to what stands in its place: the same
 * control of the next row, else of the row before, else what follows the list; from a dialog, a menu or
 * a toast, to what it was opened from, or to what stands in the place of that. A click beside all
 * controls gives the focus up on purpose. Out: ends it.
 */
export function keepFocus(page: Document): () => void {
  const openers = new WeakMap<Element, Seat>()
  let last: Seat | null = null

  const openerOf = (seat: Seat) => (seat.layer ? openers.get(seat.layer) : undefined)

  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    const layer = target.closest(LAYER)
    // Coming back from a layer above is no opening.
    let below: Seat | null | undefined = last
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
      // What is still there may have moved.
      for (let seat: Seat | undefined = last; seat; seat = openerOf(seat)) {
        if (seat.control.isConnected) seat.path = pathOf(seat.control)
      }
      return
    }
    // Still there, it was left on purpose.
    if (last.control.isConnected && !isShut(last.control)) return
    let seat: Seat | undefined = last
    while (seat?.layer && (!seat.layer.isConnected || isShut(seat.layer))) seat = openerOf(seat)
    last = null
    const successor = (seat && successorOf(seat)) ?? page.querySelector<HTMLElement>('main')
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

function pathOf(control: Element): Seat['path'] {
  const path: Seat['path'] = []
  for (let child = control; child.parentElement; child = child.parentElement) {
    const parent = child.parentElement
    path.push({ parent, index: Array.prototype.indexOf.call(parent.children, child) })
  }
  return path
}

/** What stands where the control stood, as near as can be. */
function successorOf({ control, layer, path }: Seat): HTMLElement | null {
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

/** The control at the same place within a neighbour. */
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
