import { challengePath } from '@rookies/data/access/factor-paths'
import { keepsAnything } from '@rookies/data/device/keeps'
import { loginPath } from '@rookies/data/session/return-path'

let leaving = false

/** Leads to the other bundle, which only a page load reaches. */
export function leaveFor(path: string): void {
  leaving = true
  window.location.assign(path)
}

/**
 * Leads to the sign-in screen, and back here afterwards. A person who is on their way out already, by
 * signing out, is not brought back.
 */
export function leaveForLogin(): void {
  leaveBy(loginPath)
}

/** Leads to where the second factor is shown, and back here afterwards. */
export function leaveForChallenge(): void {
  leaveBy(challengePath)
}

function leaveBy(way: (from: string) => string): void {
  if (leaving) return
  leaving = true
  const { pathname, search } = window.location
  // The other page could not pass a session on: this one asks for it itself.
  if (keepsAnything()) window.location.replace(way(pathname + search))
  else window.location.reload()
}
