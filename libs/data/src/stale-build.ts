import { tabStore } from './device/store'

const STORED = 'rookies-reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * Reloads the page after a deploy, when files that it needs are gone. Returns true if the reload has begun; false if it
 * would not help, because it happened a moment ago or the server does not answer. The caller then reports the error.
 */
export async function reloadForNewBuild(): Promise<boolean> {
  const recently = Date.now() - ONCE_IN_MS
  try {
    if (Number(tabStore.getItem(STORED)) > recently) return false
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (!answer.ok) return false
    tabStore.setItem(STORED, String(Date.now()))
    // Without storage the page would reload again and again, and lose its session each time.
    if (tabStore.inMemory.has(STORED)) return false
  } catch {
    return false
  }
  location.reload()
  return true
}

/**
 * Allows the next failed file to reload the page again, because the person asks for it. Until 2026 all browsers
 * remembered failed modules for as long as the page was open.
 */
export function mayReloadAgain(): void {
  tabStore.removeItem(STORED)
}
