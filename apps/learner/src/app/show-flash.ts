import { type Flash, SESSION_ENDED, takeFlash } from '@rookies/data/session/flash'
import { showToast } from '../ui/toast-store'

/** Shows what the page before left to say, the back-office's sign-out for instance. */
export function showFlash(): void {
  const flash = takeFlash(sessionStorage, Date.now())
  if (flash) say(flash)
}

/** Says why the sign-in screen comes next. */
export function sayEnded(): void {
  say(SESSION_ENDED)
}

function say({ tone, title, text }: Flash): void {
  showToast({ tone, title, message: text })
}
