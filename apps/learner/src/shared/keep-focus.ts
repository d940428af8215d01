/** The elements whose heading takes the focus if the focused element inside them is removed. */
const PLACES = 'article, dialog, form, section, main'
const REMEMBERED = 5

/**
 * Keeps the keyboard focus on the page. When the focused element is removed (a row, a toast, a replaced button), a
 * browser drops the focus, and Tab starts at the top of the page. `keepFocus` then focuses the heading of the
 * surrounding element or, after a toast, the element that had the focus before. It does nothing if other code has moved
 * the focus meanwhile. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  /** The elements that had the focus, the latest first. */
  let history: HTMLElement[] = []
  /** The ancestors of the latest focused element, the innermost first. */
  let around: HTMLElement[] = []

  const remember = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return
    history = [target, ...history.filter((one) => one !== target)].slice(0, REMEMBERED)
    around = ancestorsOf(target)
  }

  const isLost = () => history[0]?.isConnected === false && hasNoFocus()
  const restoreFocus = () => {
    if (!isLost()) return
    const nextFocus =
      around.find((place) => place.isConnected && place.matches(PLACES)) ??
      history.find((one) => one.isConnected) ??
      document.querySelector<HTMLElement>('main')
    history = []
    if (nextFocus) focus(nextFocus)
  }

  const watcher = new MutationObserver(() => {
    // Waits for the next frame, so that other code can move the focus first.
    if (isLost()) requestAnimationFrame(restoreFocus)
  })
  const onFocus = ({ target }: Event) => remember(target)
  remember(document.activeElement)
  document.addEventListener('focusin', onFocus)
  watcher.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', onFocus)
    watcher.disconnect()
  }
}

function hasNoFocus(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Returns the ancestors of an element; none for an element in a toast, because toasts never get the focus. */
function ancestorsOf(element: HTMLElement): HTMLElement[] {
  const page = element.closest('main, dialog, header')
  const ancestors: HTMLElement[] = []
  for (let at = element.parentElement; page && at; at = at.parentElement) ancestors.push(at)
  return ancestors
}

function focus(heir: HTMLElement): void {
  const isPlace = heir.matches(PLACES)
  const target = (isPlace && heir.querySelector<HTMLElement>('h1, h2, h3')) || heir
  if (isPlace && !target.hasAttribute('tabindex')) {
    target.tabIndex = -1
    target.addEventListener('blur', () => target.removeAttribute('tabindex'), { once: true })
  }
  target.focus({ preventScroll: true })
}
