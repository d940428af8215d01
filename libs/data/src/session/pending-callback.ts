import { type Callback, LOGIN, readCallback } from './callback'
import { takeReturnPath } from './return-after-mail'

let held: Callback | null = null

/**
 * Takes what a mail's link brought out of the address before anything else happens: before a request
 * could carry it on, and before the history keeps it. In the page's head `cleanAddressScript` has begun this.
 */
export function captureCallback(): void {
  const { callback, path } = readCallback(window.rookiesCallbackAddress ?? location.href)
  window.rookiesCallbackAddress = undefined
  held = callback
  const next = callback && path === LOGIN ? takeReturnPath(Date.now()) : path
  if (next !== here()) history.replaceState(history.state, '', next)
}

/** A link opened over a page that is open already changes only the fragment: begin again with it. */
export function watchCallbacks(): void {
  addEventListener('hashchange', () => {
    if (readCallback(location.href).path !== here()) location.reload()
  })
}

/** What the link brought, until a screen has dealt with it. */
export function pendingCallback(): Callback | null {
  return held
}

/** Forgets what Auth brought along in the address. */
export function clearCallback(): void {
  held = null
}

const here = () => location.pathname + location.search + location.hash
