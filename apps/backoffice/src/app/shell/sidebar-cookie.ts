const NAME = 'rookies-sidebar'
const SEVEN_DAYS_SEC = 7 * 24 * 60 * 60

type CookieJar = Pick<Document, 'cookie'>

/** Whether the sidebar was collapsed; without a cookie it is open. */
export function wasCollapsed(jar: CookieJar): boolean {
  return jar.cookie.split('; ').includes(`${NAME}=collapsed`)
}

/** Stores the state for seven days (rules/interface#sidebar). */
export function keepCollapsed(jar: CookieJar, collapsed: boolean): void {
  const value = collapsed ? 'collapsed' : 'open'
  jar.cookie = `${NAME}=${value}; path=/; max-age=${SEVEN_DAYS_SEC}; samesite=lax`
}
