import { tabStore } from './device/store'

const STORED = 'rookies-reloaded-at'
const ONCE_IN_MS = 60_000

/**
 * After a deploy the files that an open page names may be gone, and loading it again brings the new
 * names. Out: true when that is under way; false when it would not help, because it was done a moment
 * ago or the server does not answer: the caller then says what went wrong.
 */
export async function reloadForNewBuild(): Promise<boolean> {
  const recently = Date.now() - ONCE_IN_MS
  try {
    if (Number(tabStore.getItem(STORED)) > recently) return false
    const answer = await fetch(location.pathname, { method: 'HEAD', cache: 'no-store' })
    if (!answer.ok) return false
    tabStore.setItem(STORED, String(Date.now()))
    // Where nothing is kept it would be done again and again, and each time take the session.
    if (tabStore.inMemory.has(STORED)) return false
  } catch {
    return false
  }
  location.reload()
  return true
}

/**
 * Lets the next file that cannot be had load the page again, however lately that was done: a person asks for it. Until
 * 2026 every browser remembered for as long as a page is open that a file of code did not come.
 */
export function mayReloadAgain(): void {
  tabStore.removeItem(STORED)
}
