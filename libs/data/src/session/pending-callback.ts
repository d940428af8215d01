import { type Callback, type InviteProof, LOGIN, readCallback } from './callback'
import { takeReturnPath } from './return-path'

let held: Callback | null = null
let heldProof: InviteProof | null = null

/**
 * Takes the content of a mail's link out of the address before a request could send it and before the history stores
 * it. `cleanAddressScript` in the page's head runs even earlier.
 */
export function captureCallback(): void {
  const { callback, proof, path } = readCallback(window.rookiesCallbackAddress ?? location.href)
  window.rookiesCallbackAddress = undefined
  held = callback
  heldProof = proof
  const next = callback && path === LOGIN ? takeReturnPath(Date.now()) : path
  if (next !== here()) history.replaceState(history.state, '', next)
}

/** A link that opens in an open page changes only the fragment, so the page is loaded again. */
export function watchCallbacks(): void {
  addEventListener('hashchange', () => {
    if (readCallback(location.href).path !== here()) location.reload()
  })
}

/** Returns the content of the link until a screen has handled it. */
export function pendingCallback(): Callback | null {
  return held
}

/** Marks the content of the link as handled. */
export function clearCallback(): void {
  held = null
}

/** Returns the proof of the link once. */
export function takeProof(): InviteProof | null {
  const proof = heldProof
  heldProof = null
  return proof
}

const here = () => location.pathname + location.search + location.hash
