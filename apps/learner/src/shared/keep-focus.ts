/** The elements whose heading can take the focus of something removed inside them. */
const PLACES = 'article, dialog, form, section, main'
const REMEMBERED = 5

/**
 * Keeps the keyboard focus on the page. When the focused element is removed (a row, a toast, a button that its
 * content replaces), a browser drops the focus, and Tab starts at the top of the page. This code then moves the
 * focus to the heading of the surrounding element or, from a toast, back to the element that had it before. Code
 * that moves the focus on purpose takes precedence. Returns a function that stops it.
 */
export function keepFocus(): () => void {
  /** The elements that had the focus, the latest first. */
  let history: HTMLElement[] = []
  /** The ancestors of the latest one, the innermost first. */
  let around: HTMLElement[] = []

  const remember = (target: EventTarget | null) => {
    if (!(target instanceof HTMLElement)) return
    history = [target, ...history.filter((one) => one !== target)].slice(0, REMEMBERED)
    around = ancestorsOf(target)
  }

  const isLost = () => history[0]?.isConnected === false && hasNone()
  const mend = () => {
    if (!isLost()) return
    const heir =
      around.find((place) => place.isConnected && place.matches(PLACES)) ??
      history.find((one) => one.isConnected) ??
      document.querySelector<HTMLElement>('main')
    history = []
    if (heir) focus(heir)
  }

  const watcher = new MutationObserver(() => {
    // The next frame leaves time for code that moves the focus on purpose.
    if (isLost()) requestAnimationFrame(mend)
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

function hasNone(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** The focus never moves to a toast, so its ancestors do not count. */
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
