import { localStore } from '../device/store'
import { loginPath, safeReturnPath } from './return-path'

const KEY = 'rookies-way-back'

/** As long as the links of mails are good. */
const KEPT_MS = 3_600_000

/**
 * Keeps in this browser where a person was headed before they are sent a mail. Its link leads to the sign-in
 * screen and nowhere else; where to go from there is nothing that an address of Auth's should hold.
 * Opened in another tab the link finds it, on another device there is none. A browser that keeps
 * nothing leads home instead.
 */
export function saveReturnPath(from: string | null | undefined, now: number): void {
  const path = safeReturnPath(from)
  if (path === null) localStore.removeItem(KEY)
  else localStore.setItem(KEY, `${now} ${path}`)
}

/** The sign-in screen as the link of a mail finds it at `now` (ms), with the way back, which is taken. */
export function takeReturnPath(now: number): string {
  const [, since = '', path] = /^(\d+) (.*)$/.exec(localStore.getItem(KEY) ?? '') ?? []
  localStore.removeItem(KEY)
  const age = now - Number(since)
  return loginPath(age >= 0 && age < KEPT_MS ? path : null)
}
