import { type Callback, readCallback } from '@rookies/data/session/callback'

let held: Callback | null = null

/**
 * Takes what a mail's link brought out of the address before anything else happens: before a request
 * could carry it on, and before the history keeps it (decisions §4).
 */
export function takeCallback(): void {
  const { callback, path } = readCallback(location.href)
  held = callback
  if (path !== here()) history.replaceState(history.state, '', path)
}

/** A link opened over a page of the portal changes only the fragment: begin anew with it. */
export function watchCallbacks(): void {
  addEventListener('hashchange', () => {
    if (readCallback(location.href).path !== here()) location.reload()
  })
}

/** What the link brought, until a screen has dealt with it. */
export function heldCallback(): Callback | null {
  return held
}

export function dropCallback(): void {
  held = null
}

const here = () => location.pathname + location.search + location.hash
