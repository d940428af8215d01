import { tabStore } from '@rookies/data/device/store'
import {
  type Flash,
  type FlashName,
  flashMessage,
  readAndRemoveFlash,
} from '@rookies/data/session/flash'
import { dismissToasts, showToast } from '../ui/toast-store'

/** Shows the message that the previous page stored, for example after signing out of the back-office. */
export function showFlash(): void {
  const flash = readAndRemoveFlash(tabStore, Date.now())
  if (flash) say(flash)
}

/** Shows why the person is sent to the sign-in screen, and removes messages about the screens before it. */
export function showFlashAlone(name: FlashName): void {
  dismissToasts()
  say(flashMessage(name))
}

function say({ tone, title, text }: Flash): void {
  showToast({ tone, title, message: text })
}
