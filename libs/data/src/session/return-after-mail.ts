import { localStore } from '../device/store'
import { loginPath, safeReturnPath } from './return-path'

const KEY = 'rookies-way-back'

/** The same time as the links of mails are valid. */
const KEPT_MS = 3_600_000

/**
 * Stores in this browser where a person wanted to go before a mail was sent. The mail's link leads to the sign-in
 * screen, and Auth should not receive the destination. Another tab of this browser finds it; another device does not.
 * Without storage the person goes to the home page.
 */
export function saveReturnPath(from: string | null | undefined, now: number): void {
  const path = safeReturnPath(from)
  if (path === null) localStore.removeItem(KEY)
  else localStore.setItem(KEY, `${now} ${path}`)
}

/**
 * Returns the path of the sign-in screen for a mail's link, with the stored destination, which is removed. `now` is in
 * milliseconds.
 */
export function takeReturnPath(now: number): string {
  const [, since = '', path] = /^(\d+) (.*)$/.exec(localStore.getItem(KEY) ?? '') ?? []
  localStore.removeItem(KEY)
  const age = now - Number(since)
  return loginPath(age >= 0 && age < KEPT_MS ? path : null)
}
