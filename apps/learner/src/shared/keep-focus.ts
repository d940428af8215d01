/** What can stand in for something in it that is gone. */
const PLACES = 'article, dialog, form, section, main'
const REMEMBERED = 5

/**
 * Keeps the keyboard on the page. When what has the focus goes (a row that was removed, a message
 * that was dismissed, a button that gave way to what it fetched), a browser forgets where the person
 * was, and Tab begins at the top of the page. Then the focus goes to what stood around it, at its
 * heading; from a message, back to where the person had come from. Code that moves the focus on purpose
 * comes first. Out: a function that ends it.
 */
export function keepFocus(): () => void {
  /** Who had the focus, latest first. */
  let history: HTMLElement[] = []
  /** What the latest stood in, from the inside out. */
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
    // After those who know better where to go on.
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

/** Messages are beside the page: no one goes on there. */
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
