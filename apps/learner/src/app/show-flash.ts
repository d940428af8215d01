import { tabStore } from '@rookies/data/device/store'
import { type Flash, type FlashName, flashMessage, takeFlash } from '@rookies/data/session/flash'
import { showToast } from '../ui/toast-store'

/** Shows what the page before left to say, the back-office's sign-out for instance. */
export function showFlash(): void {
  const flash = takeFlash(tabStore, Date.now())
  if (flash) say(flash)
}

/** Says why the sign-in screen comes next. */
export function sayWhy(name: FlashName): void {
  say(flashMessage(name))
}

function say({ tone, title, text }: Flash): void {
  showToast({ tone, title, message: text })
}
