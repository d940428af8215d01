import { tabStore } from './device/store'

const STORED = 'rookies-reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * Loads the page again if files that it needs were removed by a deploy. Returns true if loading has begun. Returns
 * false if that would not help, because it was tried a moment ago or the server does not answer; the caller must report
 * the error then.
 */
export async function reloadForNewBuild(): Promise<boolean> {
  const recently = Date.now() - ONCE_IN_MS
  try {
    if (Number(tabStore.getItem(STORED)) > recently) return false
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (!answer.ok) return false
    tabStore.setItem(STORED, String(Date.now()))
    // Without a storage, the page could not know that it was already loaded again, and would repeat that without end.
    if (tabStore.inMemory.has(STORED)) return false
  } catch {
    return false
  }
  location.reload()
  return true
}

/**
 * Allows another reload after the person has asked to try again. Browsers before 2026 do not request a failed module
 * again until the page is loaded again.
 */
export function mayReloadAgain(): void {
  tabStore.removeItem(STORED)
}
