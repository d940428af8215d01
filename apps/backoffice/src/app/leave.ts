import { loginPath } from '@rookies/data/access/return-path'

let leaving = false

/** Leads to the other bundle, which only a page load reaches. */
export function leaveFor(path: string): void {
  leaving = true
  window.location.assign(path)
}

/**
 * Leads to the sign-in screen, and back here afterwards. Whoever is on their way out already, by
 * signing out, is not brought back.
 */
export function leaveForLogin(): void {
  if (leaving) return
  leaving = true
  const { pathname, search, hash } = window.location
  window.location.replace(loginPath(pathname + search + hash))
}
