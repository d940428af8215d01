import { type Callback, type InviteProof, LOGIN, readCallback } from './callback'
import { takeReturnPath } from './return-path'

let held: Callback | null = null
let heldProof: InviteProof | null = null

/**
 * Removes the content of a mail's link from the address before a request or the history can contain it, and stores it
 * for the screen. `cleanAddressScript` in the page's head runs even earlier.
 */
export function captureCallback(): void {
  const { callback, proof, path } = readCallback(window.rookiesCallbackAddress ?? location.href)
  window.rookiesCallbackAddress = undefined
  held = callback
  heldProof = proof
  const next = callback && path === LOGIN ? takeReturnPath(Date.now()) : path
  if (next !== here()) history.replaceState(history.state, '', next)
}

/** A link that is opened in a page of the same address only changes the fragment. The page is then loaded again. */
export function watchCallbacks(): void {
  addEventListener('hashchange', () => {
    if (readCallback(location.href).path !== here()) location.reload()
  })
}

/** Returns the content of the link; null after a screen has handled it. */
export function pendingCallback(): Callback | null {
  return held
}

/** Marks the content of the link as handled. */
export function clearCallback(): void {
  held = null
}

/** Returns the proof in the link, and forgets it. */
export function takeProof(): InviteProof | null {
  const proof = heldProof
  heldProof = null
  return proof
}

const here = () => location.pathname + location.search + location.hash
