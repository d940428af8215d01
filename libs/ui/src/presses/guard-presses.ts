import './presses.css'

/** Milliseconds between two clicks within which they count as a double click. */
const DOUBLE_CLICK_MS = 400

const CONTROL = 'a[href], button, [role="button"], [role="menuitem"]'
/** Controls that save something or open another screen, which nobody presses twice on purpose. */
const SINGLE_PRESS_CONTROLS = 'a[href], [role="menuitem"], [type="submit"], [data-writes]'

/** Returns whether a control that saves something has just appeared, so that nobody can have read it yet. */
export const hasJustAppeared = (control: Element) =>
  control
    .getAnimations?.()
    .some((animation) => 'animationName' in animation && animation.animationName === 'unread')

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Ignores presses that people make by accident (rules/interface#presses): the second click of a double click on a
 * control in `SINGLE_PRESS_CONTROLS`, or if the first click has put another control or label there; a key that is held down; and a key
 * on a control that has just appeared.
 */
export function guardPresses(): void {
  let last: { control: Element | null; label: string | null; at: number } = {
    control: null,
    label: null,
    at: 0,
  }

  window.addEventListener(
    'click',
    (event) => {
      const control = event.target instanceof Element ? event.target.closest(CONTROL) : null
      const label = control?.textContent ?? null
      const again = event.detail > 1 && event.timeStamp - last.at < DOUBLE_CLICK_MS
      const changed = control !== last.control || label !== last.label
      if (again && control && (changed || control.matches(SINGLE_PRESS_CONTROLS))) stop(event)
      else last = { control, label, at: event.timeStamp }
    },
    true,
  )
  window.addEventListener(
    'mousedown',
    (event) => {
      // The first click may have moved the focus to a new screen. The second click must not move it from there.
      if (event.detail > 1 && last.control !== null) event.preventDefault()
    },
    true,
  )
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, target, repeat } = event
      if (key !== 'Enter' && key !== ' ') return
      if (!(target instanceof Element) || target.matches('textarea, [contenteditable]')) return
      const control = target.closest(CONTROL)
      if (control ? repeat || hasJustAppeared(control) : repeat && key === 'Enter') stop(event)
    },
    true,
  )
}
