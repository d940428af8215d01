import { challengePath } from '@rookies/data/access/factor-paths'
import { canPersist } from '@rookies/data/device/persist'
import { loginPath } from '@rookies/data/session/return-path'
import { setSignInDue } from '../ui/sign-in-due'
import { setSigningIn } from './signing-in'

let leaving = false

/** Opens a path of the learner portal by a page load, because the portal is another app. */
export function leaveFor(path: string): void {
  leaving = true
  window.location.assign(path)
}

/** Opens the sign-in screen, which returns to this page afterwards, except for a person who is signing out. */
export function leaveForLogin(): void {
  leaveBy(loginPath)
}

/** Opens the screen for the second factor, which returns to this page afterwards. */
export function leaveForChallenge(): void {
  leaveBy(challengePath)
}

function leaveBy(way: (from: string) => string): void {
  if (leaving) return
  leaving = true
  setSignInDue()
  setSigningIn()
  const { pathname, search } = window.location
  // Without storage, the sign-in page cannot hand over the session, so this page shows its own sign-in form.
  if (canPersist()) window.location.replace(way(pathname + search))
  else window.location.reload()
}
