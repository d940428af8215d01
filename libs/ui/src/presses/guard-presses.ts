import './presses.css'

/** Milliseconds from one click to the next within which both are meant as one. */
const DOUBLE_CLICK_MS = 400

const CONTROL = 'a[href], button, [role="button"], [role="menuitem"]'
/** Controls that write or lead to another screen: nobody means to press them twice. */
const ACTS = 'a[href], [role="menuitem"], [type="submit"], [data-writes]'

/** Whether a control that writes has just appeared, so that nobody can have read it. */
export const isUnread = (control: Element) =>
  control
    .getAnimations?.()
    .some((animation) => 'animationName' in animation && animation.animationName === 'unread')

function stop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Lets a press act only on what was on the screen when it was made (rules/interface#presses). The second click of a
 * double click does nothing on a control that acts, or if another control or another label is there by then. Neither
 * does a key that is held down, or a key on a control that has just appeared.
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
      if (again && control && (changed || control.matches(ACTS))) stop(event)
      else last = { control, label, at: event.timeStamp }
    },
    true,
  )
  window.addEventListener(
    'mousedown',
    (event) => {
      // The first click may have moved the focus to a new screen, where the second must not take it away.
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
      if (control ? repeat || isUnread(control) : repeat && key === 'Enter') stop(event)
    },
    true,
  )
}
